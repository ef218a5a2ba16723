import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

const words = "Typed to the last letter";
const notice = "Your last changes were not saved";

const span = { _type: "span", _key: "b", marks: [], text: "" };
const block = { _type: "block", _key: "a", style: "normal", markDefs: [], children: [span] };

interface Field {
  type: (page: Page) => Promise<void>;
  /** What the lake has of it. */
  saved: (lake: SanityClient) => Promise<unknown>;
  before: string;
  whole: string;
}

const fields: Record<string, Field> = {
  "a title": {
    type: async (page) => {
      await studio.field(page, "Title").press("End");
      await page.keyboard.type(words);
    },
    saved: (lake) => lake.fetch('*[_id == "drafts.post-reload"][0].title'),
    before: "Before. ",
    whole: `Before. ${words}`,
  },
  "a text": {
    type: (page) => studio.writeBody(page, words),
    saved: (lake) => lake.fetch('pt::text(*[_id == "drafts.post-reload"][0].content)'),
    before: "",
    whole: words,
  },
};

async function open(page: Page, lake: SanityClient) {
  const post = { _id: "drafts.post-reload", _type: "post", title: "Before. ", content: [block] };
  await lake.createIfNotExists(post);
  await studio.open(page, "blog;post;post-reload");
  await expect(studio.field(page, "Title")).toHaveValue("Before. ");
  // The form takes the focus when it opens, also from a field that has it already.
  await expect(studio.document(page).getByRole("tab", { name: /^All fields/ })).toBeFocused();
  // The editor leaves when the browser asks.
  page.on("dialog", (dialog) => void dialog.accept());
}

/**
 * Nothing that this page writes reaches the lake. A route of Playwright does not stop what a page
 * sends when it goes.
 */
const loseWrites = (page: Page) =>
  page.evaluate(() => {
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
      if (method === "POST") this.send = () => {};
      open.call(this, method, url, true);
    };
    const send = window.fetch;
    window.fetch = (url, init) =>
      init?.keepalive ? Promise.reject(new TypeError("Failed to fetch")) : send(url, init);
  });

for (const [name, { type, saved, before, whole }] of Object.entries(fields)) {
  test(`what is typed into ${name} just before the page is reloaded is saved, although its user leaves`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    await open(page, lake);
    await type(page);
    await page.reload();
    await expect.poll(() => saved(lake)).toBe(whole);
    await expect(studio.field(page, "Title")).toBeEditable();
    await expect(page.getByText(notice)).toHaveCount(0);
  });

  test(`what is typed into ${name} and does not reach the lake is offered after a reload, and put back`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    await open(page, lake);
    await loseWrites(page);
    await type(page);
    await page.reload();
    const offer = page.getByRole("alert").filter({ hasText: notice });
    await expect(offer).toContainText(words);
    expect(await saved(lake)).toBe(before);
    await offer.getByRole("button", { name: "Put it back" }).click();
    await expect.poll(() => saved(lake)).toBe(whole);
    await expect(offer).toBeHidden();
    await page.reload();
    await expect(studio.field(page, "Title")).toBeEditable();
    await expect(offer).toHaveCount(0);
  });
}

test("what was typed before the tab was closed is offered when its document is opened again, until it is discarded", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await open(page, lake);
  const context = page.context();
  await loseWrites(page);
  await studio.field(page, "Title").pressSequentially(words);
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);

  const again = await context.newPage();
  await studio.open(again, "blog;post;post-reload");
  const offer = again.getByRole("alert").filter({ hasText: notice });
  await expect(offer).toContainText(words);
  await offer.getByRole("button", { name: "Discard" }).click();
  await expect(offer).toBeHidden();
  await again.reload();
  await expect(studio.field(again, "Title")).toHaveValue("Before. ");
  await expect(offer).toHaveCount(0);
});
