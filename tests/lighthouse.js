import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Lets Lighthouse judge one page of each kind on a simulated mobile, and fails below the bars. It is fetched for this
 * run alone: see docs/decisions/0022-lighthouse-is-fetched-when-asked.md.
 */
const lighthouse = "lighthouse@12";
const pages = [
  ...["/", "/solutions", "/solutions/document-automation", "/about", "/contact", "/security"],
  ...["/blog", "/blog/optimizing-pdf-workflows-for-enterprise", "/changelog", "/terms"],
  ...["/docs", "/docs/merge-pdfs", "/careers", "/careers/swe-001", "/sitemap", "/startups"],
];
const bars = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
const port = 3999;

const directory = await mkdtemp(join(tmpdir(), "lighthouse-"));
const site = spawn("node", ["server/start.js"], {
  env: { ...process.env, PORT: String(port), DATA_DIR: join(directory, "data") },
  stdio: "ignore",
});
let missed = 0;
try {
  await ready();
  for (const page of pages) if (!(await judge(page))) missed += 1;
} finally {
  site.kill("SIGTERM");
  await new Promise((stopped) => site.once("exit", stopped));
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = missed > 0 ? 1 : 0;

/** Waits until the site answers and its pages are kept. */
async function ready() {
  for (let n = 0; n < 300; n += 1) {
    const answer = await fetch(`http://localhost:${port}/sitemap`).catch(() => null);
    if (answer?.headers.get("x-cache") === "hit") return;
    await new Promise((next) => setTimeout(next, 500));
  }
  throw new Error("The site did not start.");
}

/** @param {string} page @returns {Promise<boolean>} whether it reaches the bars */
async function judge(page) {
  const file = join(directory, "report.json");
  const { status, stderr } = spawnSync(
    "npm",
    [
      ...["exec", "--yes", `--package=${lighthouse}`, "--", "lighthouse"],
      `http://localhost:${port}${page}`,
      ...["--quiet", "--output=json", `--output-path=${file}`],
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM }, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`Lighthouse failed:\n${stderr}`);
  const { categories, audits } = JSON.parse(await readFile(file, "utf8"));
  const scores = Object.entries(bars).map(([name, bar]) => {
    const score = Math.round(categories[name].score * 100);
    return { text: `${name} ${score}${score < bar ? ` (bar ${bar})` : ""}`, good: score >= bar };
  });
  const shift = audits["cumulative-layout-shift"].numericValue;
  const blocked = audits["total-blocking-time"].numericValue;
  const good = scores.every((score) => score.good) && shift <= 0.01 && blocked <= 80;
  const words = scores.map(({ text }) => text).join(", ");
  console.log(`${page}: ${words}; CLS ${shift.toFixed(3)}, TBT ${Math.round(blocked)} ms`);
  return good;
}
