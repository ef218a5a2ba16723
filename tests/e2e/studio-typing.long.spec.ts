import { rm } from "node:fs/promises";
import { expect, test as base, type BrowserContextOptions, type Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { openBackendLake } from "./backend-lake";
import { newDataDirectory } from "./data-directory";
import { openHop, type Hop } from "./hop";
import { setUpAdministrator } from "./people";
import { processesOf } from "./processes";
import { freePort, startSite } from "./start-site";
import { studio } from "./studio";

/** How often each kind of failure is tried, in each kind of field. */
const runs = Number(process.env.TYPING_RUNS ?? 1);

interface CutSite {
  dataDirectory: string;
  hop: Hop;
  url: string;
  administrator: BrowserContextOptions["storageState"];
  killBackend: () => void;
}

/** A site of their own, behind a hop: these tests kill its backend and cut its network. */
const test = base.extend<{ lake: SanityClient }, { site: CutSite }>({
  site: [
    async ({ browser }, use) => {
      const dataDirectory = await newDataDirectory();
      const port = await freePort();
      const hop = await openHop(port);
      const url = `http://localhost:${hop.port}`;
      const site = await startSite({ dataDirectory, port, environment: { SITE_URL: url } });
      const page = await browser.newPage();
      await setUpAdministrator(page, site.setupLink ?? "");
      const administrator = await page.context().storageState();
      await page.close();
      const killBackend = () => process.kill(processesOf(site.launcher.pid)[0] ?? 0, "SIGKILL");
      await use({ dataDirectory, hop, url, administrator, killBackend });
      await site.stop();
      hop.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  storageState: ({ site }, use) => use(site.administrator),
  lake: async ({ site }, use) => use(await openBackendLake(site.dataDirectory)),
});

const text =
  "What an editor types is kept to the last letter, in its order, at about nine keys a second and even now so";

const fields = {
  title: {
    async open(page: Page) {
      await studio.field(page, "Title").click();
      return studio.field(page, "Title");
    },
    value: "title",
  },
  body: {
    async open(page: Page) {
      await studio.writeBody(page, "");
      return studio.document(page).getByTestId("field-content").getByRole("textbox").last();
    },
    value: "pt::text(content)",
  },
};

interface Failure {
  /** How many of the characters are typed before it is over. */
  lasts: number;
  /** @returns what ends it */
  bringAbout: (site: CutSite) => () => void;
}

const cut = ({ hop }: CutSite) => {
  hop.cut();
  return () => hop.mend();
};

const failures: Record<string, Failure> = {
  "the backend dies": {
    lasts: 66,
    bringAbout: ({ killBackend }) => {
      killBackend();
      return () => {};
    },
  },
  "the network is cut": { lasts: 66, bringAbout: cut },
  "the network is cut for a moment": { lasts: 3, bringAbout: cut },
};

/** What the lake has of it; while the lake is away, that it is. */
const keptOf = (lake: SanityClient, id: string, value: string) =>
  lake.fetch<string>(`*[_id == "drafts.${id}"][0]{ "kept": ${value} }.kept`).catch(String);

const isFocused = (element: Element) => element === document.activeElement;

for (const [name, field] of Object.entries(fields)) {
  for (const [failure, { lasts, bringAbout }] of Object.entries(failures)) {
    for (let run = 1; run <= runs; run++) {
      test(`what is typed in a ${name} while ${failure} is kept in its order, and the form goes on (${run})`, async ({
        lake,
        site,
        page,
      }) => {
        test.slow();
        const id = `post-typed-${name}-${failure.replaceAll(" ", "-")}-${run}`;
        const span = { _type: "span", _key: "b", marks: [], text: "" };
        const block = {
          _type: "block",
          _key: "a",
          style: "normal",
          markDefs: [],
          children: [span],
        };
        await lake.create({ _id: `drafts.${id}`, _type: "post", title: "", content: [block] });
        await studio.open(page, `blog;post;${id}`);
        await expect(studio.field(page, "Title")).toBeEditable();
        const element = await (await field.open(page)).elementHandle();
        // As somebody types who looks at their keyboard: nothing that the form does stops the keys.
        const type = (words: string) => page.keyboard.type(words, { delay: 110 });
        await type(text.slice(0, 40));
        const end = bringAbout(site);
        await type(text.slice(40, 40 + lasts));
        end();
        await type(text.slice(40 + lasts));
        // A busy machine takes its time to start another backend.
        const patient = { timeout: 90_000 };
        await expect.poll(() => keptOf(lake, id, field.value), patient).toBe(text);
        expect(await element?.evaluate(isFocused)).toBe(true);
        await page.keyboard.type("!");
        await expect.poll(() => keptOf(lake, id, field.value)).toBe(`${text}!`);
      });
    }
  }
}
