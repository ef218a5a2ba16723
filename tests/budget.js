import { spawnSync } from "node:child_process";
import { findBrowser } from "./find-browser.js";

/**
 * `npm run budget`: checks the pages of the production build against the budgets for bytes,
 * headers, accessibility and Lighthouse scores. CI does the same as parts of `npm test`, without
 * what is timed.
 */
const browser = findBrowser();
if (!browser) {
  console.error("No browser: install Chromium, or name one by CHROMIUM.");
  process.exit(1);
}

const commands = [
  ["npm", "run", "--silent", "build"],
  ["npx", "playwright", "test", "budget", "weight", "accessibility"],
  ["node", "tests/lighthouse.js"],
];
for (const [command = "", ...parameters] of commands) {
  const { status } = spawnSync(command, parameters, {
    stdio: "inherit",
    env: { ...process.env, CHROMIUM: browser },
  });
  if (status !== 0) process.exit(status ?? 1);
}
