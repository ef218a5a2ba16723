import { afterAll, beforeAll, expect, test } from "vitest";
import type { Account, AccountSite, Answer, Visitor } from "./support/account-site";
import { AdministrationPages, expectNoTraceOf } from "./support/administration";
import { openPlanSite } from "./support/plan-site";

/* Forms, ids, searches and filters that no page of the administration sends: they change nothing. */

let site: AccountSite;
let admin: Account & { visitor: Visitor };
let pages: AdministrationPages;
let victim: Account;

beforeAll(async () => {
  site = await openPlanSite();
  admin = await site.signedIn("Admin");
  pages = new AdministrationPages(site, admin.visitor);
  victim = await site.newAccount();
});
afterAll(() => site.close());

const expectNoTrace = (attempt: () => Promise<Answer>) => expectNoTraceOf(site, victim, attempt);

const nonsense: [string, string, Record<string, string>][] = [
  ["an unknown role", "role", { role: "Superuser" }],
  ["no role", "role", {}],
  ["an unknown intent", "promote", {}],
  ["a role of the prototype", "__proto__", {}],
  ["no version", "role", { role: "Editor", version: "" }],
  ["an invalid version", "role", { role: "Editor", version: "1e9" + "9".repeat(20) }],
  ["a negative version", "role", { role: "Editor", version: "-1" }],
  ["a plan with a path", "plan", { plan: "../free" }],
  ["too many credits", "credits", { amount: "9".repeat(30), reason: "x" }],
  ["half a credit", "credits", { amount: "0.5", reason: "x" }],
  ["no credits", "credits", { amount: "0", reason: "x" }],
  ["invalid credits", "credits", { amount: "NaN", reason: "x" }],
  ["an unlimited ban", "ban", { duration: "-1h", reason: "x" }],
  ["a ban without a reason", "ban", { duration: "24h", reason: " \0 " }],
  ["an oversized reason", "role", { role: "Editor", reason: "x".repeat(501) }],
  ["an invalid factor", "factor", { factorId: "1 or 1=1", reason: "x" }],
];

test.each(nonsense)("a form with %s is refused", async (_, intent, fields) => {
  const response = await expectNoTrace(() => pages.change(victim, intent, fields));
  expect(response.status).toBe(400);
});

test.each(["1", "__proto__", "' or 1=1", "-".repeat(36)])(
  "an account with the id %j does not exist",
  async (id) => {
    const { action } = await import("~/routes/admin-user");
    const fields = { intent: "role", role: "Admin", version: "1" };
    const path = `/admin/users/${encodeURIComponent(id)}`;
    const response = await expectNoTrace(() => admin.visitor.send(action, path, fields, { id }));
    expect(response.status).toBe(404);
  },
);

test("a plan that is not in the catalog cannot be granted", async () => {
  const response = await expectNoTrace(() => pages.change(victim, "plan", { plan: "unlimited" }));
  expect(response).toMatchObject({
    status: 400,
    data: { message: expect.stringMatching(/no longer in the catalog/) },
  });
});

test.each(["not-an-address", "a@b", "x@mail.example\nBcc: y@mail.example", "@mail.example", ""])(
  "an invitation to %j is refused",
  async (email) => {
    const response = await expectNoTrace(() => pages.invite({ email, role: "User" }));
    expect(response.status).toBe(400);
  },
);

test.each([
  "q=%00",
  "q='; drop table profiles; --",
  "q=%25%25",
  "q=(((&sort=name",
  "q=a:* | b:*",
  "q=¼½ ⅷ",
  "q=ﷺ",
  "q=00000000-0000-0000-0000-00000000000g",
])("the search for %j has a result or none, and causes no failure", async (query) => {
  expect((await pages.users(query)).status).toBe(200);
});

test.each([
  "role=Superuser",
  "state=any",
  "sort=id;drop",
  "plan=../x",
  "after=nonsense",
  `after=${Buffer.from('["x", "y"]').toString("base64url")}`,
  `after=${Buffer.from("[1e300, 1]").toString("base64url")}`,
  `sort=email&after=${Buffer.from('["\\u0000", "00000000-0000-4000-8000-000000000000"]').toString("base64url")}`,
  `sort=name&after=${Buffer.from('[1, "00000000-0000-4000-8000-000000000000"]').toString("base64url")}`,
])("a list with %s is refused", async (query) => {
  expect((await pages.users(query)).status).toBe(400);
});

test.each([
  "from=yesterday",
  "to=2026-02-31",
  "from=0000-01-01",
  "to=0000-12-31",
  "action=user.promote",
  "after=e30",
  `after=${Buffer.from("[9007199254740993, 1]").toString("base64url")}`,
])("a page of the audit log with %s is refused", async (query) => {
  expect((await pages.audit(query)).status).toBe(400);
});

test("a ledger from an entry whose number no entry can have is refused", async () => {
  const after = Buffer.from("[2147483648]").toString("base64url");
  expect((await pages.ledger(victim, `after=${after}`)).status).toBe(400);
});

test("any filter of the audit log is answered, and causes no failure", async () => {
  for (const query of ["actor=%00", "subject=' or 1=1", "from=0001-01-01&to=9999-12-31"]) {
    expect((await pages.audit(query)).status).toBe(200);
  }
});

test.each([
  ["nobody", []],
  ["more than a hundred", Array.from({ length: 101 }, () => `${crypto.randomUUID()}:1`)],
  ["an invalid id", ["1:1"]],
  ["a lookalike of an id", [`${"-".repeat(36)}:1`]],
  ["no version", [crypto.randomUUID()]],
])("a bulk change of %s is refused", async (_, account) => {
  const response = await pages.bulk({ intent: "role", role: "Admin", reason: "", account });
  expect(response.status).toBe(400);
});

test("an invalid selection is refused", async () => {
  for (const query of ["", "id=1", `id=${victim.id}&intent=role&role=King`, "intent=ban"]) {
    expect((await pages.previewBulk(query)).status).toBe(400);
  }
});
