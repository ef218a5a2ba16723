import type { TestProject } from "vitest/node";
import { type AttackedSite, startAttackedSite } from "./attacked-site";

declare module "vitest" {
  interface ProvidedContext {
    /** The one site that all hostile tests are sent to. */
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
  };
}

/** What the site wrote meanwhile, and which failures are in it: a 500 that a test found is explained there. */
function tellOfLog(output: string) {
  const lines = output.split("\n");
  const failures = lines.filter((line) => /"err":|^\s+at |stopped/.test(line));
  console.log(`The site logged ${lines.length} lines, ${output.length} bytes.`);
  // A POST to a page without an action is one failure, whatever the page.
  const kindOf = (line: string) => line.replace(/\d+|\\".*?\\"|"requestId":"[^"]*"/g, "");
  const kinds = new Map(failures.map((line) => [kindOf(line), line]));
  for (const line of [...kinds.values()].slice(0, 20)) console.log(line.slice(0, 1_500));
}
