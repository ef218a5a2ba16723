import { defineConfig } from "@playwright/test";
import { installedBrowser } from "./tests/find-browser.js";

const long = "**/*.long.spec.ts";

/** The browser tests: against the production build, on data directories of their own. */
export default defineConfig({
  testDir: "tests/e2e",
  // `npm test` leaves the long ones to CI.
  projects: [
    { name: "short", testIgnore: long },
    { name: "long", testMatch: long },
  ],
  globalSetup: "./tests/e2e/support/data-directory.ts",
  outputDir: "test-results/e2e",
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.BROWSER_REPORT ?? "test-results/browser.json" }],
  ],
  // Each has its own site, and waits for it much of the time.
  workers: 3,
  forbidOnly: true,
  // A busy machine may be late for once; the report lists such a test as flaky.
  retries: process.env.CI ? 1 : 0,
  // A busy machine may be several times slower, and no test measures time: a timeout ends what
  // hangs.
  timeout: 270_000,
  expect: { timeout: 45_000 },
  use: {
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: installedBrowser() ?? undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
