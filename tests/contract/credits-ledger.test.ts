import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Credits from "@domain/plans/credits.server";
import { type CreditSite, openCreditSite } from "./support/credit-site";
import { expectRefusal, tryAs } from "./support/row-level-access";

let site: CreditSite["site"];
let credits: typeof Credits;
let plans: CreditSite["plans"];
let withService: CreditSite["withService"];
let inAuditedChange: CreditSite["inAuditedChange"];
let take: CreditSite["take"];
let planStatus: CreditSite["planStatus"];
let entries: CreditSite["entries"];
let age: CreditSite["age"];

beforeAll(async () => {
  ({ site, plans, withService, inAuditedChange, take, planStatus, entries, age } =
    await openCreditSite());
  credits = await import("@domain/plans/credits.server");
});
afterAll(() => site.close());

describe("a reversal", () => {
  const reverse = (id: string) => withService((tx) => credits.reverse(tx, plans, id));

  async function debited(user: string, amount: number) {
    const taken = await take(user, amount);
    if (taken.outcome !== "entered") throw new Error(taken.outcome);
    return taken.entry.id;
  }

  test("returns a debit once", async () => {
    const user = (await site.newAccount()).id;
    const id = await debited(user, 70);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => reverse(id)));
    expect(outcomes.filter((each) => "repeated" in each && !each.repeated)).toHaveLength(1);
    expect(await planStatus(user)).toMatchObject({ balance: 100 });
  });

  test("after the end of the period is added to the new period's credits", async () => {
    const user = (await site.newAccount()).id;
    const id = await debited(user, 70);
    await age(user, 1);
    await reverse(id);
    expect(await planStatus(user)).toMatchObject({ balance: 170 });
  });

  test("of a grant, of a reversal and of nothing is not found", async () => {
    const user = (await site.newAccount()).id;
    const reversed = await reverse(await debited(user, 1));
    const [grant] = await site.database.query<{ id: string }>(
      "select id from public.credit_entries where user_id = $1 and kind = 'grant'",
      [user],
    );
    for (const id of [
      grant?.id ?? "",
      reversed.outcome === "entered" ? reversed.entry.id : "",
      randomUUID(),
    ]) {
      expect(await reverse(id)).toEqual({ outcome: "not-found" });
    }
  });
});

test("an administrator's adjustment counts once, and takes no more than there is", async () => {
  const user = (await site.newAccount()).id;
  const decidedBy = (await site.newAccount("Admin")).id;
  const adjust = (amount: number, idempotencyKey: string) =>
    inAuditedChange((tx) =>
      credits.adjustCredits(tx, plans, {
        userId: user,
        amount,
        reason: "Made good after the outage.",
        decidedBy,
        idempotencyKey,
      }),
    );
  await Promise.all([adjust(50, "form 1"), adjust(50, "form 1")]);
  expect(await planStatus(user)).toMatchObject({ balance: 150 });
  expect(await adjust(-151, "form 2")).toEqual({ outcome: "insufficient", balance: 150 });
  expect(await adjust(-150, "form 2")).toMatchObject({ outcome: "entered" });
});

describe("the ledger", () => {
  const forbidden = [
    "update public.credit_entries set amount = 1",
    "delete from public.credit_entries",
    "truncate public.credit_entries",
  ];

  test.each(forbidden)("cannot be changed even by its owner: %s", async (statement) => {
    await take((await site.newAccount()).id, 1);
    await expectRefusal("23001", site.database.query(statement));
  });

  test.each([null, "service_role", "an account"])("cannot be changed by %s", async (who) => {
    const id = who === "an account" ? (await site.newAccount()).id : who;
    for (const statement of forbidden) {
      expect(await tryAs(site.database, id, statement)).toBe("42501");
    }
  });

  test("is deleted with its account", async () => {
    const user = (await site.newAccount()).id;
    const taken = await take(user, 1);
    if (taken.outcome === "entered") {
      await withService((tx) => credits.reverse(tx, plans, taken.entry.id));
    }
    await site.database.query("delete from auth.users where id = $1", [user]);
    expect(await entries(user)).toEqual([]);
  });

  test("checks entries that bypass the app", async () => {
    const user = (await site.newAccount()).id;
    await planStatus(user);
    const insert = (kind: string, amount: number, extra: string, value: string) =>
      site.database.query(
        `insert into public.credit_entries (user_id, kind, amount, period_start, idempotency_key, ${extra})
         select user_id, $2, $3, period_start, gen_random_uuid()::text, ${value}
         from public.credit_entries where user_id = $1 and number = 1`,
        [user, kind, amount],
      );
    await expectRefusal("23514", insert("debit", -101, "operation", "'x'"));
    await expectRefusal("23505", insert("grant", 100, "operation", "null"));
    await expectRefusal("23514", insert("reversal", 5, "reverses", "id"));
  });
});
