import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountSite, Visitor } from "./support/account-site";
import { AdministrationPages, entriesOf, profileOf } from "./support/administration";
import { openPlanSite } from "./support/plan-site";

let site: AccountSite;
let pages: AdministrationPages;
let admin: { id: string; email: string; visitor: Visitor };

beforeAll(async () => {
  site = await openPlanSite();
  admin = await site.signedIn("Admin");
  pages = new AdministrationPages(site, admin.visitor);
});
afterAll(() => site.close());

describe("several accounts at once", () => {
  test("are previewed without any change", async () => {
    const [nora, ede] = [await site.newAccount(), await site.newAccount("Editor")];
    const query = `id=${nora.id}&id=${ede.id}&intent=role&role=Editor`;
    const { data } = await pages.previewBulk(query);
    expect(data).toMatchObject({
      preview: {
        accounts: expect.arrayContaining([
          expect.objectContaining({ before: "User", after: "Editor", blockedReason: null }),
          expect.objectContaining({ before: "Editor", blockedReason: "Already has that role" }),
        ]),
      },
    });
    expect(await profileOf(site, nora)).toMatchObject({ role: "User" });
  });

  test("are shown with the one form of a change that was chosen with them", async () => {
    const nora = await site.newAccount();
    expect(await pages.previewBulk(`id=${nora.id}&intent=ban`)).toMatchObject({
      status: 200,
      data: { intent: "ban", problem: null, preview: null, users: [{ id: nora.id }] },
    });
    expect(await pages.previewBulk(`id=${nora.id}`)).toMatchObject({ data: { intent: null } });
    expect((await pages.previewBulk(`id=${nora.id}&intent=role&role=Owner`)).status).toBe(400);
    expect((await pages.previewBulk("intent=ban")).status).toBe(400);
  });

  test("are previewed with the names of the plans", async () => {
    const nora = await site.newAccount();
    const { data } = await pages.previewBulk(`id=${nora.id}&intent=plan&plan=developer`);
    expect(data).toMatchObject({
      preview: { accounts: [{ before: "Free", after: "Developer" }] },
    });
  });

  test.each([
    [{ intent: "role", role: "Editor" }, { role: "Editor" }],
    [{ intent: "plan", plan: "developer" }, { plan: "developer" }],
    [{ intent: "ban", duration: "168h" }, { banned: true }],
  ])("are changed by %j, each with its own audit entry", async (change, outcome) => {
    const accounts = [await site.newAccount(), await site.newAccount()];
    const account = await Promise.all(
      accounts.map(async (each) => `${each.id}:${await pages.version(each)}`),
    );
    const { data } = await pages.bulk({ ...change, account, reason: "Together" });
    expect(data).toMatchObject({ outcomes: [{ refused: null }, { refused: null }] });
    for (const each of accounts) {
      expect(await profileOf(site, each)).toMatchObject(outcome);
      const entries = await entriesOf(site, each);
      expect(new Set(entries.map(({ reason }) => reason))).toEqual(new Set(["Together"]));
    }
  });

  test("are banned only with a reason, like a single one", async () => {
    const nora = await site.newAccount();
    const ban = { intent: "ban", duration: "24h", reason: " " };
    const query = new URLSearchParams({ ...ban, id: nora.id }).toString();
    expect(await pages.previewBulk(query)).toMatchObject({
      status: 400,
      data: { problem: expect.stringContaining("Enter a reason"), preview: null },
    });
    const account = `${nora.id}:${await pages.version(nora)}`;
    expect((await pages.bulk({ ...ban, account })).status).toBe(400);
    expect(await profileOf(site, nora)).toMatchObject({ banned: false });
  });

  test("cannot include one's own role, which would leave the rest undone", async () => {
    const nora = await site.newAccount();
    const another = await site.newAccount("Admin");
    const query = `id=${admin.id}&id=${nora.id}&intent=role&role=Editor`;
    expect((await pages.previewBulk(query)).data).toMatchObject({
      preview: {
        accounts: expect.arrayContaining([
          expect.objectContaining({ before: "Admin", blockedReason: "Your own account" }),
        ]),
      },
    });
    const account = [
      `${admin.id}:${await pages.version(admin)}`,
      `${nora.id}:${await pages.version(nora)}`,
    ];
    const { data } = await pages.bulk({ intent: "role", role: "Editor", reason: "", account });
    expect(data).toMatchObject({
      outcomes: [{ refused: expect.stringContaining("your own") }, { refused: null }],
    });
    expect(await profileOf(site, nora)).toMatchObject({ role: "Editor" });
    await pages.change(another, "role", { role: "User" });
  });

  test("are changed as far as possible", async () => {
    const nora = await site.newAccount();
    const stale = await site.newAccount();
    const account = [`${nora.id}:${await pages.version(nora)}`, `${stale.id}:1`, `${admin.id}:1`];
    const { data } = await pages.bulk({ intent: "ban", duration: "24h", reason: "Spam", account });
    expect(data).toMatchObject({
      outcomes: [
        { refused: null },
        { refused: expect.stringMatching(/Someone else changed/) },
        { refused: expect.stringMatching(/your own/) },
      ],
    });
    expect(await profileOf(site, stale)).toMatchObject({ banned: false });
  });
});
