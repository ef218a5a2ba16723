import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSite } from "./start-site";

/** Where the workers find what the first start left. */
const variable = "E2E_FIRST_START";

/**
 * Starts a site once, before all tests, and keeps its data directory: to make the database and bring in the content takes
 * ten seconds of a processor, and two dozen tests want a site of their own.
 */
export default async function keepFirstStart() {
  const directory = await mkdtemp(join(tmpdir(), "site-first-"));
  const site = await startSite({ dataDirectory: directory });
  await site.stop();
  process.env[variable] = directory;
  return () => rm(directory, { recursive: true, force: true });
}

/** A data directory of its own for a site, as a first start and its end leave it: with the content, and without accounts. */
export async function newDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "site-"));
  await cp(process.env[variable] ?? "", directory, { recursive: true });
  return directory;
}
