import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Credits from "@domain/plans/credits.server";
import type * as Database from "@domain/database/database.server";
import type { Plans } from "@domain/plans/plan.server";
import type * as Decisions from "@domain/plans/plan-decisions.server";
import type * as Status from "@domain/plans/plan-status.server";
import { auditedChanges } from "./support/audited-change";
import { agePeriods, ledgerOf } from "./support/ledger";
import { openPlanSite, type PlanSite } from "./support/plan-site";
import { expectRefusal, tryAs } from "./support/row-level-access";

let site: PlanSite;
let credits: typeof Credits;
let decisions: typeof Decisions;
let status: typeof Status;
let inAuditedChange: Awaited<ReturnType<typeof auditedChanges>>;
let plans: Plans;
let withService: typeof Database.withService;

beforeAll(async () => {
  site = await openPlanSite();
  credits = await import("@domain/plans/credits.server");
  decisions = await import("@domain/plans/plan-decisions.server");
  status = await import("@domain/plans/plan-status.server");
  inAuditedChange = await auditedChanges(site);
  ({ withService } = await import("@domain/database/database.server"));
  plans = await (await import("~/account/plans/own-plan.server")).readPlans();
});
afterAll(() => site.close());

const key = "3b241101-e2bb-4255-8caf-4136c566a962";

/**
 * As a gateway does: what was refused because the database was busy for ten seconds is sent again
 * with the same key. A slow machine needs longer than that for 200 at once.
 */
async function take(userId: string, amount: number, idempotencyKey: string = randomUUID()) {
  for (;;)
    try {
      return await withService((tx) =>
        credits.debit(tx, plans, {
          userId,
          apiKeyId: key,
          operation: "pdf/merge",
          credits: amount,
          idempotencyKey,
        }),
      );
    } catch (error) {
      if (!(error instanceof Response) || error.status !== 503) throw error;
    }
}

const planStatus = (userId: string) =>
  withService((tx) => status.lockAndSettleAccount(tx, plans, userId));

const entries = (userId: string) => ledgerOf(site, userId);
const age = (userId: string, months: number) => agePeriods(site, userId, months);

test("a preview uses published plans, although an editor sees drafts in it", async () => {
  const { readContent, readingDrafts } = await import("~/content/read.server");
  const { plansQuery } = await import("~/content/plan");
  const { readPlans } = await import("~/account/plans/own-plan.server");
  const [published] = await site.lake.client().fetch("*[_type == 'plan' && id == 'free']");
  const draft = { ...published, _id: `drafts.${published._id}`, credits: 1_000_000_000 };
  await site.lake.client().createOrReplace(draft);
  try {
    const seen = await readingDrafts(() => readContent(plansQuery));
    expect(seen.find(({ id }) => id === "free")?.credits).toBe(1_000_000_000);
    expect(await readingDrafts(readPlans)).toEqual(plans);
  } finally {
    await site.lake.client().delete(draft._id);
  }
});

describe("the grant", () => {
  test("is made once by concurrent requests", async () => {
    const user = (await site.newAccount()).id;
    const seen = await Promise.all(Array.from({ length: 20 }, () => planStatus(user)));
    expect(new Set(seen.map((each) => each?.balance))).toEqual(new Set([100]));
    expect(await entries(user)).toEqual([{ kind: "grant", amount: 100, balance: 100, number: 1 }]);
  });

  test("is made again in each period, and unused credits lapse", async () => {
    const user = (await site.newAccount()).id;
    await take(user, 40);
    await age(user, 1);
    expect(await planStatus(user)).toMatchObject({ balance: 100 });
    expect((await entries(user)).map(({ kind, balance }) => [kind, balance])).toEqual([
      ["grant", 100],
      ["debit", 60],
      ["grant", 100],
    ]);
  });

  test("waits while the lake does not know the plan, and the account says so", async () => {
    const user = (await site.newAccount()).id;
    await site.database.query("update public.subscriptions set plan = 'gone' where user_id = $1", [
      user,
    ]);
    expect(await planStatus(user)).toMatchObject({ planId: "gone", plan: null, balance: null });
    expect(await take(user, 1)).toEqual({ outcome: "plan-unknown" });
    expect(await entries(user)).toEqual([]);
  });
});

const claimsOf = (userId: string) => ({ sub: userId, email: "", exp: 0, amr: [] });

test("a page of someone whose account has just gone leads to the login page", async () => {
  const { settleOwnPlan } = await import("~/account/plans/own-plan.server");
  const gone = await settleOwnPlan(claimsOf(randomUUID())).catch((thrown: unknown) => thrown);
  expect(gone instanceof Response && [gone.status, gone.headers.get("Location")]).toEqual([
    302,
    "/login",
  ]);
});

describe("a change at the end of the period", () => {
  const priced = (prices: Record<string, number>) =>
    plans.map((plan) =>
      plan.id && plan.id in prices ? { ...plan, price: prices[plan.id] ?? 0 } : plan,
    );

  async function scheduled(user: string, plan: string, from: string, asOf = plans) {
    const { requestPlan } = await import("@domain/plans/plan-requests.server");
    return requestPlan(claimsOf(user), asOf, { plan, from });
  }

  test("is not made when the plan then costs more than the present one", async () => {
    const user = (await site.newAccount()).id;
    // A user who may edit plans elsewhere sets the price to 0 for a short time.
    expect(await scheduled(user, "business", "free", priced({ business: 0 }))).toBe("scheduled");
    await age(user, 1);
    expect(await planStatus(user)).toMatchObject({
      planId: "free",
      comingPlan: null,
      balance: 100,
    });
    expect(await planStatus(user)).toMatchObject({ planId: "free", comingPlan: null });
  });

  test("keeps the agreed credits when it is not made", async () => {
    const user = (await site.newAccount()).id;
    await inAuditedChange((tx) =>
      decisions.changePlan(tx, plans, { userId: user, plan: "developer", agreedCredits: 777 }),
    );
    expect(await scheduled(user, "business", "developer", priced({ business: 0 }))).toBe(
      "scheduled",
    );
    await age(user, 1);
    expect(await planStatus(user)).toMatchObject({
      planId: "developer",
      agreedCredits: 777,
      balance: 777,
    });
  });
});

describe("a debit", () => {
  test("of 200 concurrent ones leaves the exact balance", async () => {
    const user = (await site.newAccount()).id;
    await inAuditedChange((tx) =>
      decisions.changePlan(tx, plans, { userId: user, plan: "developer", agreedCredits: null }),
    );
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) => take(user, (n % 7) + 1)),
    );
    expect(outcomes.filter(({ outcome }) => outcome === "entered")).toHaveLength(200);
    const spent = Array.from({ length: 200 }, (_, n) => (n % 7) + 1).reduce((a, b) => a + b);
    expect(await planStatus(user)).toMatchObject({ balance: 1000 - spent });
    const all = await entries(user);
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1));
  });

  test("never goes below zero with concurrent requests", async () => {
    const user = (await site.newAccount()).id;
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => take(user, 3)));
    expect(outcomes.filter(({ outcome }) => outcome === "entered")).toHaveLength(33);
    expect(outcomes.filter(({ outcome }) => outcome === "insufficient")).toHaveLength(27);
    expect(await planStatus(user)).toMatchObject({ balance: 1 });
  });

  test("is made once per idempotency key, and repeated with the first response", async () => {
    const user = (await site.newAccount()).id;
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => take(user, 80, "job 7")));
    const ids = outcomes.map((each) => (each.outcome === "entered" ? each.entry.id : each.outcome));
    expect(new Set(ids).size).toBe(1);
    expect(outcomes.filter((each) => "repeated" in each && each.repeated)).toHaveLength(9);
    await take(user, 20);
    expect(await take(user, 80, "job 7")).toMatchObject({ entry: { balance: 20 }, repeated: true });
    expect(await take(user, 81, "job 7")).toEqual({ outcome: "conflict" });
    expect(await planStatus(user)).toMatchObject({ balance: 0 });
  });

  test("of an unknown account is not found", async () => {
    expect(await take(randomUUID(), 1)).toEqual({ outcome: "not-found" });
  });
});

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
