import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type FullConfig } from "@playwright/test";
import { adminState, setUpAdministrator } from "./people";
import { startSite } from "./start-site";

/**
 * One site for all browser tests, on a fresh data directory, with the first administrator made through the set-up link
 * as an operator makes it. Tests that break a site start their own.
 */
export default async function globalSetup(config: FullConfig) {
  const dataDirectory = await mkdtemp(join(tmpdir(), "site-e2e-"));
  const site = await startSite({ dataDirectory });
  process.env.E2E_SITE = site.url;
  process.env.E2E_DATA_DIR = dataDirectory;
  if (!site.setupLink) throw new Error(`The launcher printed no set-up link:\n${site.output()}`);

  const browser = await chromium.launch(config.projects[0]?.use.launchOptions);
  const page = await browser.newPage();
  await setUpAdministrator(page, site.setupLink);
  process.env.E2E_USED_SETUP_LINK = site.setupLink;
  await page.context().storageState({ path: adminState });
  await browser.close();

  return async () => {
    await site.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
