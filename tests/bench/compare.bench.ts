import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bench } from "vitest";
import { type Figures, measureOnce } from "./compare-measure";
import { singleRun } from "./measure";
import { comparisonTable } from "./compare-table";

bench("this work tree beside another commit, in turn", compare, singleRun);

/** How often each commit is started and measured. */
const rounds = 5;

/**
 * Builds another commit in a directory of its own, starts both in turn, and prints the median and
 * range of every figure with their ratio. On a machine whose speed varies, two runs of one commit an
 * hour apart differ by more than two commits do.
 */
async function compare(): Promise<void> {
  const revision = process.env.COMPARE_WITH ?? "";
  const directory = await mkdtemp(join(tmpdir(), "compare-"));
  const data = (side: string) => join(directory, `data-${side}`);
  const other = join(directory, "other");
  try {
    const commit = git("rev-parse", "--verify", `${revision}^{commit}`).trim();
    // Not a work tree of git's: it would stay in the repository when this is killed.
    git("archive", `--output=${other}.tar`, commit);
    await mkdir(other);
    run("tar", ["-xf", `${other}.tar`], other);
    run("npm", ["ci", "--no-audit", "--no-fund"], other);
    run("npm", ["run", "--silent", "build"], other);
    run("npm", ["run", "--silent", "build", "--", "--stale"], process.cwd());

    const here: Figures[] = [];
    const there: Figures[] = [];
    const sides = [
      { directory: process.cwd(), dataDirectory: data("here"), figures: here },
      { directory: other, dataDirectory: data("there"), figures: there },
    ];
    // The first start imports the content: it is not measured.
    for (const side of sides) await measureOnce(side, { requests: 1 });
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 ? sides.toReversed() : sides)
        side.figures.push(await measureOnce(side, { requests: 40 }));
    }
    console.log(`This work tree beside ${commit.slice(0, 12)}, ${rounds} starts each, in turn.\n`);
    console.log(comparisonTable(here, there));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const git = (...parameters: string[]) => execFileSync("git", parameters, { encoding: "utf8" });

function run(program: string, parameters: string[], directory: string): void {
  execFileSync(program, parameters, { cwd: directory, stdio: "inherit" });
}
