import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Decisions from "@domain/plans/plan-decisions.server";
import { type CreditSite, openCreditSite } from "./support/credit-site";

let site: CreditSite["site"];
let decisions: typeof Decisions;
let plans: CreditSite["plans"];
let inAuditedChange: CreditSite["inAuditedChange"];
let take: CreditSite["take"];
let planStatus: CreditSite["planStatus"];
let entries: CreditSite["entries"];
let age: CreditSite["age"];

beforeAll(async () => {
  ({ site, plans, inAuditedChange, take, planStatus, entries, age } = await openCreditSite());
  decisions = await import("@domain/plans/plan-decisions.server");
});
afterAll(() => site.close());

test("a preview uses published plans, although an editor sees drafts in it", async () => {
  const { readContent, readingDrafts } = await import("~/content/reading/read.server");
  const { plansQuery } = await import("~/content/queries/plan");
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
      scheduledPlan: null,
      balance: 100,
    });
    expect(await planStatus(user)).toMatchObject({ planId: "free", scheduledPlan: null });
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
