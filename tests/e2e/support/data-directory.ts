import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBackendLake } from "./backend-lake";
import { startSite } from "./start-site";

/** Where the workers find the data directory of the first start. */
const variable = "E2E_FIRST_START";

/**
 * The outside links of the tests' sites. A new site has none, and its buttons lead to pages of its
 * own.
 */
export const outsideLinks = {
  crafter: "https://crafter.platen.example/",
  apiDocs: "https://docs.platen.example/",
  apiCollection: "https://docs.platen.example/collection",
  apiPlayground: "https://docs.platen.example/playground",
  repository: "https://code.platen.example/",
  professionalNetwork: "https://network.platen.example/company/platen",
  map: "https://maps.platen.example/cheyenne-office",
};

/**
 * Starts a site once, before all tests, and keeps its data directory: creating the database and
 * importing the content takes ten seconds of CPU time, and two dozen tests need a site of their
 * own.
 */
export default async function keepFirstStart() {
  const directory = await mkdtemp(join(tmpdir(), "site-first-"));
  const site = await startSite({ dataDirectory: directory });
  const lake = await openBackendLake(directory);
  // The contact form as the specification has it; messages.spec.ts switches messages on.
  await lake
    .patch("siteSettings")
    .set({ links: outsideLinks, "behaviour.contactForm": "mail" })
    .commit();
  await site.stop();
  process.env[variable] = directory;
  return () => rm(directory, { recursive: true, force: true });
}

/**
 * A separate data directory for a site, as left by a first start and its shutdown: with the
 * content, and without accounts.
 */
export async function newDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "site-"));
  await cp(process.env[variable] ?? "", directory, { recursive: true });
  return directory;
}
