import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type * as Activity from "~/routes/dashboard-activity";
import type * as ActivityFile from "~/routes/dashboard-activity-csv";
import type * as Overview from "~/routes/dashboard";
import { AdministrationPages } from "./support/administration";
import { type CreditSite, openCreditSite } from "./support/credit-site";

let site: CreditSite["site"];
let page: typeof Activity;
let file: typeof ActivityFile;
let overview: typeof Overview;
let plans: CreditSite["plans"];
let withService: CreditSite["withService"];
let administration: AdministrationPages;

beforeAll(async () => {
  ({ site, plans, withService } = await openCreditSite());
  page = await import("~/routes/dashboard-activity");
  file = await import("~/routes/dashboard-activity-csv");
  overview = await import("~/routes/dashboard");
  administration = new AdministrationPages(site, (await site.signedIn("Admin")).visitor);
});
afterAll(() => site.close());

type Person = Awaited<ReturnType<CreditSite["site"]["signedIn"]>>;

const pages = z.object({
  lines: z.array(
    z.object({
      id: z.string(),
      at: z.date(),
      what: z.string(),
      about: z.string().nullable(),
      keyName: z.string().nullable(),
      credits: z.number().nullable(),
      balance: z.number().nullable(),
    }),
  ),
  next: z.string().nullable(),
});
const activityOf = async ({ visitor }: Person, query = "") =>
  pages.parse((await visitor.open(page.loader, `/dashboard/activity?${query}`)).data);

async function newKey({ id: userId }: Person, name: string): Promise<string> {
  const id = randomUUID();
  await site.database.query(
    `insert into public.api_keys (id, user_id, name, prefix, hash, scopes)
     values ($1, $2, $3, 'pdf_abcdef', $4, '{edit}')`,
    [id, userId, name, id.replaceAll("-", "").repeat(2)],
  );
  return id;
}

async function call({ id: userId }: Person, apiKeyId: string, operation: string) {
  const { debit } = await import("@domain/plans/credits.server");
  const asked = { userId, apiKeyId, operation, credits: 2, idempotencyKey: randomUUID() };
  return withService((tx) => debit(tx, plans, asked));
}

test("a call is listed by the names of its operation and its key, with the balance after it", async () => {
  const person = await site.signedIn();
  const key = await newKey(person, "Invoices");
  await call(person, key, "pdf/merge");
  await call(person, key, "pdf/not-in-the-lake");
  const { lines } = await activityOf(person, "show=credits");
  expect(lines).toMatchObject([
    { what: "Call", about: "pdf/not-in-the-lake", keyName: "Invoices", credits: -2, balance: 96 },
    { what: "Call", about: "Merge PDFs", keyName: "Invoices", credits: -2, balance: 98 },
    { what: "Credits this period", about: null, keyName: null, credits: 100, balance: 100 },
  ]);
});

test("the administration names operations as the dashboard does", async () => {
  const person = await site.signedIn();
  await call(person, await newKey(person, "Shop"), "pdf/merge");
  const entries = [{ operation: "Merge PDFs" }, { operation: null }];
  expect(await administration.ledger(person)).toMatchObject({ data: { entries } });
  expect(await administration.user(person)).toMatchObject({ data: { ledger: { entries } } });
});

test("a reversed call has the name of its operation", async () => {
  const person = await site.signedIn();
  const taken = await call(person, await newKey(person, "Shop"), "pdf/merge");
  if (taken.outcome !== "entered") throw new Error(taken.outcome);
  const { reverse } = await import("@domain/plans/credits.server");
  await withService((tx) => reverse(tx, plans, taken.entry.id));
  const { lines } = await activityOf(person, "show=credits");
  expect(lines[0]).toMatchObject({ what: "Call reversed", about: "Merge PDFs", credits: 2 });
});

test("an administrator's change of plan and of credits is listed, on the dashboard, too", async () => {
  const person = await site.signedIn();
  await administration.change(person, "plan", { plan: "business", agreedCredits: "" });
  await administration.change(person, "credits", { amount: "50", reason: "Our mistake" });
  const expected = [
    { what: "Credits adjusted by an administrator", about: "Our mistake", credits: 50 },
    { what: "Plan changed from Free to Business by an administrator" },
  ];
  const { lines } = await activityOf(person);
  expect(lines).toMatchObject(
    expect.arrayContaining(expected.map((line) => expect.objectContaining(line))),
  );
  const { data } = await person.visitor.open(overview.loader, "/dashboard");
  expect(data).toMatchObject({
    events: expect.arrayContaining(expected.map((line) => expect.objectContaining(line))),
  });
  expect(JSON.stringify(data)).not.toContain("Signed in");
});

describe("the filter", () => {
  test.each([
    ["credits", ["Credits this period"]],
    ["keys", ["Key created"]],
    ["plan", ["Plan requested"]],
    ["sign-ins", ["Signed in with the password"]],
    ["", ["Credits this period", "Key created", "Plan requested", "Signed in with the password"]],
  ])("“%s” shows %j", async (show, whats) => {
    const person = await site.signedIn();
    await person.visitor.open(overview.loader, "/dashboard");
    await newKey(person, "Shop");
    await site.database.query(
      "insert into public.plan_requests (user_id, plan) values ($1, 'developer')",
      [person.id],
    );
    const { lines } = await activityOf(person, `show=${show}`);
    expect([...new Set(lines.map(({ what }) => what))].toSorted()).toEqual(whats);
  });

  test.each(["show=everything", "after=zzz", `after=${"a".repeat(501)}`])(
    "“%s” is refused",
    async (query) => {
      const { visitor } = await site.signedIn();
      const answer = await visitor.open(page.loader, `/dashboard/activity?${query}`);
      expect(answer.status).toBe(400);
    },
  );
});

test("each event is on one page, although many have the same time", async () => {
  const person = await site.signedIn();
  await person.visitor.open(overview.loader, "/dashboard");
  for (const day of [1, 2]) {
    await site.database.query(
      `insert into public.api_keys (user_id, name, prefix, hash, scopes, created_at, revoked_at)
       select $1, 'Key', 'pdf_abcdef', md5(random()::text) || md5(g::text), '{edit}',
         now() - make_interval(days => $2::int), now() - make_interval(days => $2::int)
       from generate_series(1, 30) g`,
      [person.id, day],
    );
  }
  const ids: string[] = [];
  let after = "";
  do {
    const { lines, next } = await activityOf(person, `after=${after}`);
    expect(lines.length).toBeLessThanOrEqual(25);
    ids.push(...lines.map(({ id }) => id));
    after = next ?? "";
  } while (after);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith("key-"))).toHaveLength(120);
  expect(ids.some((id) => id.startsWith("sign-in/"))).toBe(true);
});

test("nobody sees another account's events", async () => {
  const [owner, other] = [await site.signedIn(), await site.signedIn()];
  await call(owner, await newKey(owner, "Secret project"), "pdf/merge");
  await administration.change(owner, "plan", { plan: "business", agreedCredits: "" });
  const whats = (await activityOf(other)).lines.map(({ what }) => what);
  expect(new Set(whats)).toEqual(new Set(["Signed in with the password"]));
  const visitor = await site.newVisitor();
  for (const { loader } of [page, file]) {
    expect((await visitor.open(loader, "/dashboard/activity")).location).toContain("/login");
  }
});

test("the file has what the filter shows, and no cell is a formula", async () => {
  const person = await site.signedIn();
  const key = await newKey(person, '=HYPERLINK("http://evil.example")');
  await call(person, key, "pdf/merge");
  const answer = await person.visitor.open(file.loader, "/dashboard/activity.csv?show=credits");
  expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const lines = String(answer.data).trimEnd().split("\r\n");
  expect(lines).toEqual([
    '"time","event","about","key","credits","balance"',
    expect.stringMatching(/Z","Call","Merge PDFs","'=HYPERLINK\(.*",-2,98$/),
    expect.stringMatching(/Z","Credits this period",,,100,100$/),
  ]);
});

test("the file of a long ledger has each entry once", async () => {
  const person = await site.signedIn();
  const { enterDebits } = await import("./support/ledger");
  await enterDebits(site, person.id, 2_500);
  const answer = await person.visitor.open(file.loader, "/dashboard/activity.csv?show=credits");
  const lines = String(answer.data).trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + 1 + 2_500);
  expect(new Set(lines).size).toBe(lines.length);
});
