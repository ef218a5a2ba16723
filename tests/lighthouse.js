import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @typedef {object} Report What is read of Lighthouse's report.
 * @property {{ message: string }} [runtimeError]
 * @property {Record<string, { score: number | null }>} categories
 * @property {Record<string, { numericValue?: number }>} audits
 * @property {{ benchmarkIndex: number }} environment
 */
/**
 * @typedef {object} Options
 * @property {number} port
 * @property {string[]} onlyCategories
 * @property {string[]} onlyAudits
 * @property {true} disableFullPageScreenshot
 */
/** @typedef {(url: string, options: Options) => Promise<{ lhr: Report } | undefined>} Lighthouse */
/**
 * @typedef {(options: { chromePath?: string; chromeFlags: string[] }) => Promise<{ port: number;
 *   kill: () => void }>} Launch
 */

/**
 * Runs Lighthouse on one page of each kind on a simulated mobile, and fails below the bars. It is
 * downloaded for this run only: see docs/decisions/0022-lighthouse-is-fetched-when-asked.md.
 */
const version = "lighthouse@12.8.2";
const pages = [
  ...["/", "/solutions", "/solutions/document-automation", "/about", "/contact", "/security"],
  ...["/blog", "/blog/optimizing-pdf-workflows-for-enterprise", "/changelog", "/terms"],
  ...["/docs", "/docs/merge-pdfs", "/careers", "/careers/swe-001"],
];
const flawless = ["accessibility", "best-practices", "seo"];
const performance = 98;
/** Maximum milliseconds that scripts may block the page (total blocking time). */
const blocking = 80;
/** Maximum share of the screen that may shift by itself (cumulative layout shift). */
const shifting = 0.01;
/**
 * A page's time varies by chance: it has to be good once, and is measured again after all others.
 */
const rounds = 3;
/**
 * Lighthouse's own benchmark of the machine. Below this it was busy: its times say nothing about
 * the page.
 */
const steadyMachine = 1_500;
/** A machine that runs tests for others says nothing about a page's speed: it passed by chance. */
const judgesSpeed = !process.env.CI;
const port = 3999;

const directory = await mkdtemp(join(tmpdir(), "lighthouse-"));
const { lighthouse, launch } = await install();
const chrome = await launch({
  chromePath: process.env.CHROMIUM,
  chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
});
/** @type {Options} */
const options = {
  port: chrome.port,
  onlyCategories: judgesSpeed ? ["performance", ...flawless] : flawless,
  onlyAudits: ["cumulative-layout-shift"],
  disableFullPageScreenshot: true,
};
const site = spawn("node", ["server/launcher/start.js"], {
  env: { ...process.env, PORT: String(port), DATA_DIR: join(directory, "data") },
  stdio: "ignore",
});
let left = pages;
try {
  await ready();
  for (let round = 1; round <= rounds && left.length > 0; round += 1) {
    const judged = [];
    for (const page of left) judged.push({ page, good: await judge(page, round === rounds) });
    left = judged.filter(({ good }) => !good).map(({ page }) => page);
  }
} finally {
  chrome.kill();
  site.kill("SIGTERM");
  await new Promise((stopped) => site.once("exit", stopped));
  await rm(directory, { recursive: true, force: true });
}
for (const page of left) console.log(`${page}: below the bars`);
process.exitCode = left.length > 0 ? 1 : 0;

/** Waits until the site responds and its pages are cached. */
async function ready() {
  for (let n = 0; n < 300; n += 1) {
    const response = await fetch(`http://localhost:${port}/sitemap`).catch(() => null);
    if (response?.headers.get("x-cache") === "hit") return;
    await new Promise((next) => setTimeout(next, 500));
  }
  throw new Error("The site did not start.");
}

/**
 * @param {string} page @param {boolean} last @returns {Promise<boolean>} whether it reaches the
 *   bars
 */
async function judge(page, last) {
  const { words, correct, fast, machine } = await measure(page);
  console.log(`${page}: ${words}; machine ${Math.round(machine)}`);
  if (!correct || fast || !last || machine >= steadyMachine) return correct && fast;
  console.log(`${page}: speed is not judged, the machine is too slow`);
  return true;
}

/** @param {string} page */
async function measure(page) {
  // A browser that is late once must not end the run: the page is measured again.
  const outcome = await lighthouse(`http://localhost:${port}${page}`, options).catch(
    (/** @type {Error} */ error) => ({ error }),
  );
  const report = outcome && "lhr" in outcome ? outcome.lhr : null;
  if (!report || report.runtimeError) {
    const error = outcome && "error" in outcome ? outcome.error : report?.runtimeError;
    const words = error?.message ?? "Lighthouse gave no report.";
    return { words, correct: false, fast: false, machine: 0 };
  }
  /** @param {string} category */
  const score = (category) => Math.round((report.categories[category]?.score ?? 0) * 100);
  const shift = report.audits["cumulative-layout-shift"]?.numericValue ?? Infinity;
  const blocked = report.audits["total-blocking-time"]?.numericValue ?? Infinity;
  const scores = options.onlyCategories.map((category) => `${category} ${score(category)}`);
  const shifted = `${scores.join(", ")}; CLS ${shift.toFixed(3)}`;
  return {
    words: judgesSpeed ? `${shifted}, TBT ${Math.round(blocked)} ms` : shifted,
    correct: flawless.every((category) => score(category) === 100) && shift <= shifting,
    fast: !judgesSpeed || (score("performance") >= performance && blocked <= blocking),
    machine: report.environment.benchmarkIndex,
  };
}

/**
 * Installs Lighthouse into the temporary directory, and loads it together with the launcher that it
 * brings. Once for all pages: the command of its own took five seconds a page to begin.
 *
 * @returns {Promise<{ lighthouse: Lighthouse; launch: Launch }>}
 */
async function install() {
  const flags = ["--no-save", "--no-audit", "--no-fund", "--prefix", directory];
  const { status, stderr } = spawnSync("npm", ["install", ...flags, version], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Lighthouse was not installed:\n${stderr}`);
  const modules = pathToFileURL(`${directory}/node_modules/`);
  const core = await import(new URL("lighthouse/core/index.js", modules).href);
  const launcher = await import(new URL("chrome-launcher/dist/index.js", modules).href);
  return { lighthouse: core.default, launch: launcher.launch };
}
