import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Account, AccountSite, Visitor } from "./support/account-site";
import { AdministrationPages, demoteIn, entriesOf, profileOf } from "./support/administration";
import { openPlanSite } from "./support/plan-site";

/*
 * What no administrator can do, by mistake or on purpose: to their own account, to the last one, or
 * with an outdated page.
 */

let site: AccountSite;
let admin: Account & { visitor: Visitor };
let pages: AdministrationPages;

beforeAll(async () => {
  site = await openPlanSite();
  admin = await site.signedIn("Admin");
  pages = new AdministrationPages(site, admin.visitor);
});
afterAll(() => site.close());

const demote = (account: Account) => demoteIn(site, account);

describe("an administrator", () => {
  test.each(["ban", "delete"])("cannot %s their own account", async (intent) => {
    const response = await pages.change(admin, intent, { duration: "24h", reason: "x" });
    expect(response).toMatchObject({
      status: 400,
      data: { message: expect.stringMatching(/your own account/) },
    });
    expect(await profileOf(site, admin)).toMatchObject({ banned: false, deleted: false });
  });

  test("cannot demote themselves as the last one", async () => {
    const response = await pages.change(admin, "role", { role: "User" });
    expect(response).toMatchObject({
      status: 409,
      data: { message: expect.stringMatching(/last administrator/) },
    });
    expect(await entriesOf(site, admin)).toEqual([]);
    expect(await profileOf(site, admin)).toMatchObject({ role: "Admin" });
  });

  test.each(["ban", "delete"])(
    "cannot %s the last one who can sign in, although others have the role",
    async (intent) => {
      // Demoted only in the page's data: the check happens again when it counts.
      const second = await site.signedIn("Admin");
      const theirs = new AdministrationPages(site, second.visitor);
      await pages.change(second, "role", { role: "User" });
      const response = await theirs.change(admin, intent, { duration: "24h", reason: "x" });
      expect(response.status).toBe(404);
      expect(await profileOf(site, admin)).toMatchObject({ banned: false, deleted: false });
    },
  );

  test("cannot be deleted by the auth service while being the last one, and nothing is recorded", async () => {
    const { authService } = await import("@domain/auth-service/auth-service.server");
    const { admin: service } = authService();
    for (const attempt of [
      service.updateUserById(admin.id, { ban_duration: "24h" }),
      service.deleteUser(admin.id),
      service.deleteUser(admin.id, true),
    ]) {
      expect((await attempt).error).toMatchObject({
        status: 422,
        code: "validation_failed",
        message: "The last administrator stays: make somebody else one first.",
      });
    }
    expect(await profileOf(site, admin)).toMatchObject({ role: "Admin", banned: false });
    expect(await entriesOf(site, admin)).toEqual([]);
  });

  test("and another who demote each other at once leave one of them", async () => {
    for (let round = 0; round < (site.concurrent ? 8 : 2); round += 1) {
      const second = await site.signedIn("Admin");
      const theirs = new AdministrationPages(site, second.visitor);
      const responses = await Promise.all([
        pages.change(second, "role", { role: "User" }),
        theirs.change(admin, "role", { role: "User" }),
      ]);
      const left = await site.database.query<{ id: string }>(
        "select id from public.profiles where role = 'Admin'",
      );
      expect(left.length, JSON.stringify(responses)).toBe(1);
      await site.database.query("update public.profiles set role = 'Admin' where id = $1", [
        admin.id,
      ]);
      await demote(second);
    }
  });

  test("and another who ban each other at once leave one of them", async () => {
    for (let round = 0; round < (site.concurrent ? 4 : 2); round += 1) {
      const second = await site.signedIn("Admin");
      const theirs = new AdministrationPages(site, second.visitor);
      await Promise.all([
        pages.change(second, "ban", { duration: "24h", reason: "x" }),
        theirs.change(admin, "ban", { duration: "24h", reason: "x" }),
      ]);
      const left = await site.database.query(
        `select id from public.profiles
         where role = 'Admin' and (banned_until is null or banned_until <= now())`,
      );
      expect(left).toHaveLength(1);
      await site.database.query("update auth.users set banned_until = null");
      await site.database.query("update public.profiles set role = 'Admin' where id = $1", [
        admin.id,
      ]);
      await demote(second);
      await admin.visitor.logIn(admin);
    }
  });

  test("who saw an older version changes nothing, and is told so", async () => {
    const nora = await site.newAccount();
    const version = await pages.version(nora);
    await pages.change(nora, "role", { role: "Editor" });
    for (const [intent, fields] of [
      ["role", { role: "Admin" }],
      ["plan", { plan: "business" }],
      ["credits", { amount: "5", reason: "x" }],
      ["ban", { duration: "24h", reason: "x" }],
      ["sessions", {}],
      ["recovery", {}],
      ["delete", { reason: "x" }],
    ] as const) {
      const response = await pages.change(nora, intent, { ...fields, version });
      expect(response).toMatchObject({
        status: 409,
        data: { intent, message: expect.stringMatching(/Someone else/) },
      });
    }
    expect(await entriesOf(site, nora)).toHaveLength(1);
    expect(await profileOf(site, nora)).toMatchObject({ role: "Editor", plan: "free" });
  });

  test("succeeds although the account's owner keeps changing what is theirs", async () => {
    const nora = await site.newAccount();
    const version = await pages.version(nora);
    for (const own of [
      "full_name = 'N'",
      "full_name = 'N'",
      "closes_at = null",
      "avatar_url = null",
    ])
      await site.database.query(`update public.profiles set ${own} where id = $1`, [nora.id]);
    const response = await pages.change(nora, "ban", { duration: "24h", reason: "x", version });
    expect(response.status).toBe(302);
    expect(await profileOf(site, nora)).toMatchObject({ banned: true });
  });

  test("cannot add credits beyond a billion", async () => {
    const nora = await site.newAccount();
    await pages.change(nora, "credits", { amount: "1", reason: "x" });
    await site.database.query(
      `insert into public.credit_entries (user_id, kind, amount, balance, period_start, reason, idempotency_key, number)
       select user_id, 'adjustment', 1000000000 - balance, 0, period_start, 'x', 'large', 0
       from public.credit_entries where user_id = $1 order by credit_entries.number desc limit 1`,
      [nora.id],
    );
    const response = await pages.change(nora, "credits", { amount: "2", reason: "x" });
    expect(response).toMatchObject({
      status: 400,
      data: { message: "An account can have at most a billion credits." },
    });
  });

  test("and another who change one account at once: one succeeds, the other is told", async () => {
    const second = await site.signedIn("Admin");
    const theirs = new AdministrationPages(site, second.visitor);
    const nora = await site.newAccount();
    const responses = await Promise.all([
      pages.change(nora, "ban", { duration: "24h", reason: "mine" }),
      theirs.change(nora, "plan", { plan: "business" }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 409]);
    const deeds = (await entriesOf(site, nora)).filter(({ action }) => action !== "service.asked");
    expect(deeds).toHaveLength(1);
    await demote(second);
  });

  test("sends a form twice, and it counts once", async () => {
    const nora = await site.newAccount();
    const version = await pages.version(nora);
    const fields = { amount: "50", reason: "Our mistake", version };
    const responses = await Promise.all([
      pages.change(nora, "credits", fields),
      pages.change(nora, "credits", fields),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect((await pages.user(nora)).data).toMatchObject({ planStatus: { balance: 150 } });
  });
});

test("a bulk change does not demote the last administrator", async () => {
  const account = [`${admin.id}:${await pages.version(admin)}`];
  const { data } = await pages.bulk({ intent: "role", role: "User", reason: "", account });
  expect(data).toMatchObject({ outcomes: [{ refused: expect.stringMatching(/your own/) }] });
  expect(await profileOf(site, admin)).toMatchObject({ role: "Admin" });
});
