import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** The headless shell first: without windows to draw, the tests take less than half of the time. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/**
 * The Chromium that is installed: the CHROMIUM variable's, the system's, or Playwright's own.
 *
 * @returns {string | null} the program's path
 */
export function installedBrowser() {
  const given = process.env.CHROMIUM;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM names ${given}, which is not there.`);
  const own = chromium.executablePath();
  return given || onPath() || (existsSync(own) ? own : null);
}

/**
 * Finds a Chromium for the browser tests, or installs one: Playwright's download, or the package of
 * the system's package manager. Prints which it was.
 *
 * @returns {string | null} the program's path
 */
export function findBrowser() {
  const installed = installedBrowser();
  if (installed) return found(installed, "installed");

  console.log("No Chromium here: asking Playwright for one …");
  run("npx", ["playwright", "install", "--with-deps", "chromium"]);
  if (existsSync(chromium.executablePath()))
    return found(chromium.executablePath(), "downloaded by Playwright");

  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Playwright could not: asking the system's package manager …");
    run("apt-get", ["update", "-qq"]);
    // Not every distribution has the first.
    for (const name of ["chromium-headless-shell", "chromium"]) {
      if (!onPath()) run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
    }
    const packaged = onPath();
    if (packaged) return found(packaged, "installed by apt-get");
  }
  return null;
}

/** @param {string} path @param {string} origin */
function found(path, origin) {
  console.log(`Browser: ${path} (${origin})`);
  return path;
}

function onPath() {
  for (const directory of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      if (existsSync(join(directory, name))) return join(directory, name);
    }
  }
  return null;
}

/** @param {string} command @param {string[]} parameters */
function run(command, parameters) {
  spawnSync(command, parameters, { stdio: ["ignore", "ignore", "inherit"], timeout: 300_000 });
}
