import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { findBrowser } from "./find-browser.js";

/**
 * `npm test`: types, unit and contract tests, then a real browser against the production build.
 * With CI=true also lint, a sixth of the long runs (*.long.test.ts, *.long.spec.ts; all of them
 * with LONG_RUNS=all), the requests of tests/hostile, the contract tests on a PostgreSQL server,
 * where there is one, and Lighthouse.
 *
 * Every step runs, whatever the result of the one before it; the last line counts the tests from
 * the runners' own reports.
 */
const withLongRuns = Boolean(process.env.CI);
const withAllLongRuns = process.env.LONG_RUNS === "all";
const reports = {
  unit: "test-results/unit.json",
  long: "test-results/long.json",
  hostile: "test-results/hostile.json",
  browser: "test-results/browser.json",
  typing: "test-results/typing.json",
};
/** The browser tests that fail when a single letter is lost. */
const typing = ["tests/e2e/studio-leaving.long.spec.ts", "tests/e2e/studio-typing.long.spec.ts"];
/**
 * Long runs take turns, because all of them take CI over an hour: each commit has every sixth file.
 */
const turns = 6;
/** CI is cut off after 90 minutes, and then nothing is counted: a slow machine skips these. */
const latestStart = 65;
/** When browser tests end, finished or not, so that what has run is counted. */
const latestEnd = 85;
/**
 * How much a failed step says again at the end: lint, or an error outside all tests, has no report.
 */
const maxLastLines = 60;
const begun = Date.now();
rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results");

/**
 * The steps that failed, with the last lines that each printed.
 *
 * @type {Map<string, string[]>}
 */
const failedSteps = new Map();
/** @type {string[]} */
const leftOut = [];

// Each of these keeps one core busy: in parallel they take half the time.
await Promise.all([
  step("build", "npm", ["run", "--silent", "build", "--", "--stale"]),
  withLongRuns && step("lint", "npm", ["run", "--silent", "lint"]),
  step("types", "npm", ["run", "--silent", "types"]),
]);
await vitest("unit and contract tests", reports.unit, [
  ...["unit", "contract"],
  ...(withLongRuns ? ["postgres"] : []),
]);
const long = longFiles();
if (withLongRuns && !withAllLongRuns)
  console.log("\nOf the long runs, those of this commit's turn.");
if (withLongRuns) await vitest("long tests", reports.long, ["long"], long.tests);
// Alone: beside other tests a visitor would wait for those.
if (withLongRuns) await vitest("hostile requests", reports.hostile, ["hostile"]);
const browser = findBrowser();
if (browser) {
  const run = (
    /** @type {string} */ name,
    /** @type {string} */ report,
    /** @type {string[]} */ ...selection
  ) => {
    const milliseconds = Math.max(1_000, begun + latestEnd * 60_000 - Date.now());
    const limits = withLongRuns ? [`--global-timeout=${milliseconds}`] : [];
    return step(name, "npx", ["playwright", "test", ...limits, ...selection], {
      ...{ CHROMIUM: browser, BROWSER_REPORT: report },
    });
  };
  // By itself, with two workers, because a test that loses a letter is not tried again.
  if (withLongRuns) await run("typing in the Studio", reports.typing, "--project=long", ...typing);
  // All others in one run: at the end of a run workers wait for the last test, and a new one starts
  // new sites.
  const alsoLong = isInTime("long browser tests")
    ? ["--project=long", "(?<!.long).spec", ...long.browserTests]
    : [];
  await run("browser tests", reports.browser, "--project=short", ...alsoLong);
  // Alone: it measures time.
  if (isInTime("Lighthouse"))
    await step("Lighthouse", "node", ["tests/lighthouse.js"], { CHROMIUM: browser });
} else {
  console.error(
    "No browser: install Chromium, or name one by CHROMIUM. The browser tests did not run.",
  );
  failedSteps.set("browser tests", []);
}

const total = sum(
  countUnit(reports.unit),
  countUnit(reports.long),
  countUnit(reports.hostile),
  countBrowser(reports.browser),
  countBrowser(reports.typing),
);
if (failedSteps.size > 0) console.log(`\nFailed: ${[...failedSteps.keys()].join(", ")}.`);
for (const [name, lines] of failedSteps) console.log(`\nThe end of ${name}:\n${lines.join("\n")}`);
// Once more at the end, because a reader who sees only the end of a long output must know what to
// run again.
for (const failure of [
  ...unitFailures(reports.unit),
  ...unitFailures(reports.long),
  ...unitFailures(reports.hostile),
  ...browserFailures(),
])
  console.log(`\n${failure}`);
if (leftOut.length > 0)
  console.log(`\nLeft out, after ${latestStart} minutes: ${leftOut.join(", ")}.`);
console.log(`\ntests: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = failedSteps.size > 0 || total.failed > 0 ? 1 : 0;

/**
 * The long runs of this commit: unit and contract tests, and browser tests. Which ones depends on
 * its hash alone, so that a second run of a commit tests the same.
 */
function longFiles() {
  const commit = Number.parseInt(commitHash().slice(0, 8), 16);
  const files = ["app", "domain", "schemas", "server", "services", "studio", "tests"].flatMap(
    (folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`),
  );
  /** @param {RegExp} ending */
  const ofThisTurn = (ending) =>
    files
      .filter((file) => ending.test(file) && !file.includes("node_modules"))
      .filter((file) => !typing.includes(file))
      .sort()
      .filter((_, index) => withAllLongRuns || index % turns === commit % turns);
  return { tests: ofThisTurn(/\.long\.test\.ts$/), browserTests: ofThisTurn(/\.long\.spec\.ts$/) };
}

/** Zeros where there is no repository, as in a downloaded archive. */
function commitHash() {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  } catch {
    return "00000000";
  }
}

/**
 * @param {string} name
 * @param {string} report
 * @param {string[]} projects
 * @param {string[]} [files] all, if it is left out
 */
function vitest(name, report, projects, files = []) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const parameters = projects.map((project) => `--project=${project}`);
  return step(name, "npx", ["vitest", "run", ...reporters, ...parameters, ...files]);
}

/**
 * Whether a long run may begin; notes what is left out.
 *
 * @param {string} name
 */
function isInTime(name) {
  if (!withLongRuns) return false;
  if (Date.now() - begun < latestStart * 60_000) return true;
  leftOut.push(name);
  return false;
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} parameters
 * @param {Record<string, string>} [environment]
 */
async function step(name, command, parameters, environment) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  // In CI only: a terminal's colors are lost in a pipe.
  const output = withLongRuns ? "pipe" : "inherit";
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = ["ignore", output, output];
  const child = spawn(command, parameters, {
    stdio,
    env: { ...process.env, ...environment },
  });
  /** @type {string[]} */
  let lastLines = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      process.stdout.write(text);
      lastLines = [...lastLines, ...text.split("\n")].slice(-maxLastLines);
    });
  const [code] = await once(child, "close").catch(() => [null]);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`── ${name}: ${code === 0 ? "ok" : "FAILED"} in ${seconds} s`);
  if (code !== 0) failedSteps.set(name, lastLines);
}

/**
 * A report that was not written counts as nothing: its step has already failed. @param {string}
 * file
 */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** @param {string} file */
function countUnit(file) {
  const report = read(file);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}

/** @param {string} file */
function countBrowser(file) {
  const stats = read(file)?.stats;
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  };
}

/**
 * A file that could not be loaded fails without a test: its own message says why. @param {string}
 * report
 */
function unitFailures(report) {
  /**
   * @type {{
   *   name: string; status: string; message: string;
   *   assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
   * }[]}
   */
  const files = read(report)?.testResults ?? [];
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    const file = relative(process.cwd(), name);
    if (status === "failed" && failed.length === 0) return [`${file}\n${firstLines(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${file} › ${fullName}\n${firstLines(failureMessages.join("\n"))}`,
    );
  });
}

/** What failed, and what passed only at its second attempt. */
function browserFailures() {
  /**
   * @typedef {{ file: string; title: string; tests: { status: string; results: { error?: {
   *   message?: string } }[] }[] }} Spec
   */
  /** @typedef {{ specs?: Spec[]; suites?: Suite[] }} Suite */
  /** @type {(suite: Suite) => Spec[]} */
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  return [reports.typing, reports.browser]
    .flatMap((file) => specsOf(read(file) ?? {}))
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ status, results }) => {
          const message = results.find(({ error }) => error)?.error?.message ?? "";
          const when = status === "flaky" ? " (passed at its second try)" : "";
          return `${file} › ${title}${when}\n${firstLines(message)}`;
        }),
    );
}

/** @param {string} text */
function firstLines(text) {
  return text.split("\n").slice(0, 12).join("\n");
}

/** @param {{ passed: number; failed: number; skipped: number }[]} counts */
function sum(...counts) {
  return counts.reduce((a, b) => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  }));
}
