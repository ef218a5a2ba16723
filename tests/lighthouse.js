import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { flawless, judge } from "./lighthouse-judgement.js";

/** @import { Attempt, Report } from "./lighthouse-judgement.js" */
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
/** A machine that runs tests for others says nothing about a page's speed: it passed by chance. */
const judgesSpeed = !process.env.CI;
/**
 * What is timed varies by chance, so that the best of several attempts would hide a slow page: the
 * median is judged, and the worst. What is not timed is the same in each attempt.
 */
const rounds = judgesSpeed ? 5 : 1;
/** A browser that is late must not end the run, but a page that never gives a report fails. */
const maxWithoutReport = 2;
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
/** @type {Map<string, Attempt[]>} */
const attempts = new Map(pages.map((page) => [page, []]));
try {
  await ready();
  // In turn, so that a slow minute of the machine is not one page's alone.
  for (let round = 1; round <= rounds; round += 1)
    for (const [page, made] of attempts) made.push(...(await attemptsOf(page)));
} finally {
  chrome.kill();
  site.kill("SIGTERM");
  await new Promise((stopped) => site.once("exit", stopped));
  await rm(directory, { recursive: true, force: true });
}
const judged = [...attempts].map(([page, made]) => ({ page, ...judge(made, judgesSpeed) }));
for (const { page, summary } of judged) console.log(`${page}: ${summary}`);
const failed = judged.filter(({ problems }) => problems.length > 0);
for (const { page, problems } of failed) console.log(`${page}: ${problems.join("; ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;

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
 * The attempts of one page in one round: repeated until there is a report, if that can be had.
 *
 * @param {string} page
 */
async function attemptsOf(page) {
  /** @type {Attempt[]} */
  const made = [];
  do made.push(await attempt(page));
  while (made.at(-1)?.report === null && made.length <= maxWithoutReport);
  return made;
}

/**
 * @param {string} page
 * @returns {Promise<Attempt>}
 */
async function attempt(page) {
  try {
    const outcome = await lighthouse(`http://localhost:${port}${page}`, options);
    const report = outcome?.lhr ?? null;
    if (!report || report.runtimeError)
      return { report: null, error: report?.runtimeError?.message ?? "no report" };
    return { report };
  } catch (error) {
    return { report: null, error: String(error) };
  }
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
