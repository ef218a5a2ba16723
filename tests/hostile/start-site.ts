import type { TestProject } from "vitest/node";
import { type AttackedSite, startAttackedSite } from "./attacked-site";

declare module "vitest" {
  interface ProvidedContext {
    /** The one site that receives all hostile tests. */
    hostileSite: AttackedSite;
  }
}

/** Starts the built site before the tests of the project "hostile". */
export default async function startHostileSite(project: TestProject) {
  const site = await startAttackedSite();
  project.provide("hostileSite", site.place);
  return async () => {
    await site.stop();
    tellOfLog(site.output());
    requireNoUncaught(site.output());
  };
}

/**
 * A site process survives an uncaught exception (decision 50), so a missing error listener would
 * end no process: the log shows it, and a process that was replaced.
 *
 * @throws {Error} with the first such lines
 */
export function requireNoUncaught(output: string): void {
  const lines = output.split("\n").filter((line) => uncaught.test(line));
  if (lines.length > 0)
    throw new Error(`The site met what nothing catches:\n${lines.slice(0, 5).join("\n")}`);
}

const uncaught = /uncaught exception|unhandled promise rejection|a new one replaces it/i;

/**
 * What the site logged meanwhile, and which failures are in it: a 500 that a test found is
 * explained there.
 */
function tellOfLog(output: string) {
  const lines = output.split("\n");
  const failures = lines.filter((line) => /"err":|^\s+at |stopped/.test(line));
  console.log(`The site logged ${lines.length} lines, ${output.length} bytes.`);
  // A POST to a page without an action is one failure, whatever the page.
  const kindOf = (line: string) => line.replace(/\d+|\\".*?\\"|"requestId":"[^"]*"/g, "");
  const kinds = new Map(failures.map((line) => [kindOf(line), line]));
  for (const line of [...kinds.values()].slice(0, 20)) console.log(line.slice(0, 1_500));
}
