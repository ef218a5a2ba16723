import { rm } from "node:fs/promises";
import { expect, test as base, type BrowserContextOptions, type Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { makeEditor } from "./admin-command";
import { openBackendLake, rememberLake } from "./backend-lake";
import { newDataDirectory } from "./data-directory";
import { openHop } from "./hop";
import { newPerson, setUpAdministrator } from "./people";
import { freePort, startSite } from "./start-site";
import { openStudioTab, type StudioTab } from "./studio-tab";
import { analyticsScript, complaintsOf } from "./visitor";

/** The site that the tests of one worker share. Other workers do not see what they leave in it. */
export interface SharedSite {
  url: string;
  dataDirectory: string;
  /** Everything that it has logged so far. */
  output: () => string;
  /** The link by which its administrator was created. */
  usedSetupLink: string;
  /** The administrator's cookies. */
  administrator: BrowserContextOptions["storageState"];
  /** From now on, visitors come from a network that nobody came from before. */
  changeNetwork: () => void;
}

interface Fixtures {
  /**
   * The lake behind the site. What the test leaves in it is deleted afterward, even when the test
   * fails. Request this fixture before any page: then pages are closed first, and write no more.
   */
  lake: SanityClient;
  /** A page in its own browser, signed in as the first administrator. */
  adminPage: Page;
  /**
   * The administrator's page in the Studio, which has been open since the first test of the worker
   * that asked for it. Each test begins at its desk. For tests that change no other page and load
   * none; what was typed is stored before {@link Fixtures.lake} deletes it.
   */
  studioPage: Page;
  /** A page in its own browser, signed in as a user who has just signed up. */
  userPage: Page;
  /** A page in its own browser, signed in as a user with access to the Studio. */
  editorPage: Page;
  /**
   * Prints the site's responses during a failed test: a page that never came has its cause here.
   */
  printResponses: void;
  /**
   * Gives each test a network of its own. In one network, the tests of a minute used up what one
   * may request, on a fast machine only.
   */
  network: void;
}

export const test = base.extend<Fixtures, { site: SharedSite; studioTab: StudioTab }>({
  site: [
    async ({ browser }, use) => {
      const dataDirectory = await newDataDirectory();
      let network = 1;
      const port = await freePort();
      const hop = await openHop(port, () => loopbackAddress(network));
      const url = `http://localhost:${hop.port}`;
      const site = await startSite({
        dataDirectory,
        port,
        environment: {
          SITE_URL: url,
          ANALYTICS_SCRIPT: analyticsScript,
          VIDEO_PLAYERS: "youtube",
          LOG_LEVEL: "info",
          MFA_WEB_AUTHN_ENROLL_ENABLED: "true",
        },
      });
      const usedSetupLink = site.setupLink ?? "";
      const page = await browser.newPage();
      await setUpAdministrator(page, usedSetupLink);
      const administrator = await page.context().storageState();
      await page.close();
      await use({
        url,
        output: site.output,
        dataDirectory,
        usedSetupLink,
        administrator,
        changeNetwork: () => void (network += 1),
      });
      await site.stop();
      hop.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 300_000 },
  ],
  studioTab: [
    async ({ browser, site }, use, { project }) => {
      const { viewport, actionTimeout = 0 } = project.use;
      const options = { baseURL: site.url, storageState: site.administrator, viewport };
      const tab = await openStudioTab(browser, options, actionTimeout);
      await use(tab);
      await tab.close();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  network: [
    async ({ site }, use) => {
      site.changeNetwork();
      await use();
    },
    { auto: true },
  ],
  baseURL: ({ site }, use) => use(site.url),
  printResponses: [
    async ({ site }, use, testInfo) => {
      const before = site.output().length;
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      const lines = site.output().slice(before).trimEnd().split("\n");
      const notable = lines.filter((line) => !line.includes('"route":"/assets","status":200'));
      console.error(`The site's log of "${testInfo.title}":\n${notable.slice(-80).join("\n")}`);
    },
    { auto: true },
  ],
  lake: async ({ site }, use) => {
    const lake = await openBackendLake(site.dataDirectory);
    const bringBack = await rememberLake(lake);
    await use(lake);
    await bringBack();
  },
  adminPage: async ({ browser, site }, use) => {
    const context = await browser.newContext({
      baseURL: site.url,
      storageState: site.administrator,
    });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await use(page);
    await context.close();
    expect(complaints).toEqual([]);
  },
  // The lake first: what a test leaves is deleted only when nothing is being stored anymore.
  studioPage: async ({ lake, studioTab }, use) => {
    void lake;
    await use(studioTab.page);
    await studioTab.reset();
    expect(studioTab.takeComplaints()).toEqual([]);
  },
  userPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await signUp(page, newPerson());
    await use(page);
    await context.close();
    expect(complaints).toEqual([]);
  },
  editorPage: async ({ browser, site }, use) => {
    const context = await browser.newContext({ baseURL: site.url });
    const page = await context.newPage();
    const person = newPerson();
    await signUp(page, person);
    makeEditor(site, person.email);
    await use(page);
    await context.close();
  },
});

export { expect };

/** The nth address of this machine. Only Linux has all of 127.0.0.0/8 on its loopback interface. */
const loopbackAddress = (n: number) =>
  process.platform === "linux" ? `127.1.${n >> 8}.${n & 255}` : "127.0.0.1";

/** Logs a user in through the form that the page shows. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Signs a new user up through the form, and ends on their dashboard. */
export async function signUp(page: Page, person: ReturnType<typeof newPerson>) {
  await page.goto("/signup");
  await page.getByLabel("Name").fill(person.name);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("**/dashboard");
}
