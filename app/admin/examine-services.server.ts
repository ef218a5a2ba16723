import type { ExaminedSubject, Finding } from "@domain/administration/health";
import { withService } from "@domain/database/database.server";
import { checkLake } from "~/content/reading/lake-circuit-breaker.server";

const services = [
  { name: "content lake", check: checkLake },
  { name: "database", check: () => withService((tx) => tx.execute("select 1")) },
];

/**
 * Whether the services behind the pages respond to this process, and how fast. The accounts do: the
 * guard of the page has just asked them.
 */
export async function examineServices(): Promise<ExaminedSubject> {
  return { title: "Services", findings: await Promise.all(services.map(examineService)) };
}

async function examineService({ name, check }: (typeof services)[number]): Promise<Finding> {
  const started = performance.now();
  try {
    await check();
  } catch (error) {
    // Services that are known to be unavailable are refused with a Response.
    const reason = error instanceof Error ? error.message : "it is unavailable";
    return {
      kind: "problem",
      text: `The ${name} does not respond (${reason}). Cached pages are served meanwhile; the site's log says more.`,
    };
  }
  const milliseconds = Math.ceil(performance.now() - started);
  return { kind: "ok", text: `The ${name} responded in ${milliseconds} ms` };
}
