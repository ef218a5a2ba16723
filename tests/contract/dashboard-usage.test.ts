import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type * as Overview from "~/routes/dashboard";
import { type CreditSite, openCreditSite } from "./support/credit-site";

let site: CreditSite["site"];
let overview: typeof Overview;
let plans: CreditSite["plans"];
let withService: CreditSite["withService"];

beforeAll(async () => {
  ({ site, plans, withService } = await openCreditSite());
  overview = await import("~/routes/dashboard");
});
afterAll(() => site.close());

type Person = Awaited<ReturnType<CreditSite["site"]["signedIn"]>>;

const part = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  calls: z.number(),
  credits: z.number(),
});
const dashboards = z.object({
  hasCalls: z.boolean(),
  steps: z.object({ workingKey: z.boolean() }),
  credits: z.looseObject({ available: z.number(), used: z.number() }),
  call: z.object({ title: z.string(), code: z.object({ code: z.string() }) }).nullable(),
  usage: z.object({
    days: z.array(z.object({ day: z.string(), calls: z.number(), credits: z.number() })),
    operations: z.array(part),
    keys: z.array(part),
  }),
});
const dashboardOf = async ({ visitor }: Person) =>
  dashboards.parse((await visitor.open(overview.loader, "/dashboard")).data);

async function newKey({ id: userId }: Person, name: string): Promise<string> {
  const id = randomUUID();
  await site.database.query(
    `insert into public.api_keys (id, user_id, name, prefix, hash, scopes)
     values ($1, $2, $3, 'pdf_abcdef', $4, '{edit}')`,
    [id, userId, name, id.replaceAll("-", "").repeat(2)],
  );
  return id;
}

async function call(
  { id: userId }: Person,
  apiKeyId: string,
  operation: string,
  credits: number,
): Promise<string> {
  const { debit } = await import("@domain/plans/credits.server");
  const asked = { userId, apiKeyId, operation, credits, idempotencyKey: randomUUID() };
  const taken = await withService((tx) => debit(tx, plans, asked));
  if (taken.outcome !== "entered") throw new Error(taken.outcome);
  return taken.entry.id;
}

test("usage is split by operation and by key, without calls that were reversed", async () => {
  const person = await site.signedIn();
  const [shop, nightly] = [await newKey(person, "Shop"), await newKey(person, "Nightly")];
  await call(person, shop, "pdf/merge", 5);
  await call(person, nightly, "pdf/merge", 2);
  await call(person, nightly, "pdf/optimize", 4);
  const failed = await call(person, shop, "pdf/crop", 9);
  const { reverse } = await import("@domain/plans/credits.server");
  await withService((tx) => reverse(tx, plans, failed));

  const { usage, credits } = await dashboardOf(person);
  expect(usage.operations).toEqual([
    { id: "pdf/merge", name: "Merge PDFs", calls: 2, credits: 7 },
    { id: "pdf/optimize", name: "Optimize PDF", calls: 1, credits: 4 },
  ]);
  expect(usage.keys).toEqual([
    { id: nightly, name: "Nightly", calls: 2, credits: 6 },
    { id: shop, name: "Shop", calls: 1, credits: 5 },
  ]);
  expect(usage.days).toHaveLength(30);
  expect(usage.days.at(-1)).toMatchObject({ calls: 3, credits: 11 });
  expect(usage.days.slice(0, -1).every(({ calls }) => calls === 0)).toBe(true);
  expect(credits).toMatchObject({ available: 100, used: 11 });
});

test("ten operations are listed, and all others are one row at the end", async () => {
  const person = await site.signedIn();
  const key = await newKey(person, "Shop");
  for (let n = 1; n <= 12; n += 1) await call(person, key, `pdf/made-up-${n}`, n === 1 ? 9 : 1);
  const { operations } = (await dashboardOf(person)).usage;
  expect(operations).toHaveLength(11);
  expect(operations[0]).toMatchObject({ id: "pdf/made-up-1", credits: 9 });
  expect(operations.at(-1)).toEqual({ id: null, name: null, calls: 2, credits: 2 });
});

test("what is older than thirty days, or another account's, is not counted", async () => {
  const [person, other] = [await site.signedIn(), await site.signedIn()];
  await call(person, await newKey(person, "Shop"), "pdf/merge", 5);
  await call(other, await newKey(other, "Theirs"), "pdf/crop", 5);
  const { agePeriods } = await import("./support/ledger");
  await agePeriods(site, person.id, 2);
  const { usage, hasCalls } = await dashboardOf(person);
  expect({ hasCalls, ...usage }).toMatchObject({ hasCalls: false, operations: [], keys: [] });
});

test("an account without calls is shown its first call once it has a key that works", async () => {
  const person = await site.signedIn();
  expect(await dashboardOf(person)).toMatchObject({ steps: { workingKey: false }, call: null });
  const key = await newKey(person, "Shop");
  const withKey = await dashboardOf(person);
  expect(withKey).toMatchObject({
    steps: { workingKey: true },
    call: { title: "Generate QR Code" },
  });
  expect(withKey.call?.code.code).toContain("Authorization: Bearer $PLATEN_KEY");
  await site.database.query("update public.api_keys set revoked_at = now() where id = $1", [key]);
  expect(await dashboardOf(person)).toMatchObject({ steps: { workingKey: false }, call: null });
});
