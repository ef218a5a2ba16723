import { spawn, type ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { expect, test as base, type BrowserContextOptions, type Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { openBackendLake } from "./support/backend-lake";
import { newDataDirectory } from "./support/data-directory";
import { openHop, type Hop } from "./support/hop";
import { setUpAdministrator } from "./support/people";
import { processesOf } from "./support/processes";
import { freePort, startSite } from "./support/start-site";
import { studio } from "./support/studio";

/** How often each kind of failure is tested, in each kind of field. */
const runs = Number(process.env.TYPING_RUNS ?? 1);

/**
 * How long the network is down, in seconds: each run uses the next value, whatever is typed
 * meanwhile.
 */
const absences = [0.3, 1.5, 5, 12, 30];

/**
 * Keeps a core busy until its parent is gone, and no longer than the maximum time of these tests.
 */
const spin =
  "const parent = process.ppid; const end = Date.now() + 900_000; while (process.ppid === parent && Date.now() < end);";

interface CutSite {
  dataDirectory: string;
  hop: Hop;
  url: string;
  administrator: BrowserContextOptions["storageState"];
  killBackend: () => void;
}

/** A separate site, behind a hop: these tests kill its backend and cut its network. */
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
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  storageState: ({ site }, use) => use(site.administrator),
  lake: async ({ site }, use) => use(await openBackendLake(site.dataDirectory)),
});

// Text that was lost once must not pass because it is saved the next time.
test.describe.configure({ retries: 0 });

let busy: ChildProcess | undefined;
test.beforeEach(() => {
  if (process.env.TYPING_BUSY) busy = spawn(process.execPath, ["-e", spin]);
});
test.afterEach(() => void busy?.kill("SIGKILL"));

const text =
  "What an editor types is saved to the last letter, in its order, at about nine keys a second and even now so";

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

/**
 * Cuts the network, and again when the Studio has asked for what the form missed, before it gets
 * that. No edit reaches the site until the form has caught up.
 */
async function cutTwice({ hop }: CutSite, page: Page): Promise<void> {
  const cut = () => {
    hop.cut();
    setTimeout(() => hop.mend(), 300);
  };
  const edits = "**/data/{mutate,actions}/**";
  await page.route(edits, (route) => route.abort("connectionreset"));
  let requests = 0;
  page.on("websocket", (socket) =>
    socket
      .on("framesent", ({ payload }) => {
        if (!String(payload).includes("document.pair.listen")) return;
        requests += 1;
        if (requests === 1) cut();
      })
      .on("framereceived", ({ payload }) => {
        if (String(payload).includes('"welcome') && requests !== 1) void page.unroute(edits);
      }),
  );
  cut();
}

interface Failure {
  isAbsence: boolean;
  begin(site: CutSite, page: Page): void | Promise<void>;
}

const failures: Record<string, Failure> = {
  "the backend dies": { isAbsence: false, begin: ({ killBackend }) => killBackend() },
  "the network is cut": { isAbsence: true, begin: ({ hop }) => hop.cut() },
  "the network drops every packet": { isAbsence: true, begin: ({ hop }) => hop.hold() },
  "the network is cut twice within a second": { isAbsence: false, begin: cutTwice },
};

/** Every field in every failure, each equally often. */
const cases = Object.entries(fields).flatMap(([name, field], f) =>
  Object.entries(failures).flatMap(([failure, { isAbsence, begin }], n) =>
    Array.from({ length: runs }, (_, run) => {
      // Few runs, too, cause short and long outages.
      const seconds = isAbsence ? absences[(run + 2 * f + n - 1) % absences.length] : undefined;
      const title = `${failure}${seconds === undefined ? "" : ` for ${seconds} s`} (${run + 1})`;
      const id = `post-typed-${name}-${failure.replaceAll(" ", "-")}-${run}`;
      return { name, field, begin, seconds, title, id };
    }),
  ),
);

/** The text in the lake; while the lake is unavailable, a message that it is. */
const savedValue = (lake: SanityClient, id: string, value: string) =>
  lake.fetch<string>(`*[_id == "drafts.${id}"][0]{ "kept": ${value} }.kept`).catch(String);

const isFocused = (element: Element) => element === document.activeElement;

for (const { name, field, begin, seconds, title, id } of cases) {
  test(`typing in a ${name} is saved in order, and the form stays usable, while ${title}`, async ({
    lake,
    site,
    page,
  }) => {
    test.slow();
    const span = { _type: "span", _key: "b", marks: [], text: "" };
    const block = { _type: "block", _key: "a", style: "normal", markDefs: [], children: [span] };
    await lake.create({ _id: `drafts.${id}`, _type: "post", title: "", content: [block] });
    await studio.open(page, `blog;post;${id}`);
    await expect(studio.field(page, "Title")).toBeEditable();
    const element = await (await field.open(page)).elementHandle();
    // Like a user who looks at their keyboard: nothing that the form does stops the keys.
    const type = (words: string) => page.keyboard.type(words, { delay: 110 });
    await type(text.slice(0, 40));
    await begin(site, page);
    if (seconds !== undefined) setTimeout(() => site.hop.mend(), seconds * 1_000);
    await type(text.slice(40));
    // A busy machine takes its time to start another backend.
    const patient = { timeout: 90_000 };
    await expect.poll(() => savedValue(lake, id, field.value), patient).toBe(text);
    expect(await element?.evaluate(isFocused)).toBe(true);
    await page.keyboard.type("!");
    await expect.poll(() => savedValue(lake, id, field.value)).toBe(`${text}!`);
  });
}
