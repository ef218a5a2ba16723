import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type * as Database from "@domain/database/database.server";
import type * as Credits from "@domain/plans/credits.server";
import type * as Decisions from "@domain/plans/plan-decisions.server";
import { auditedChanges } from "./support/audited-change";
import type { Plans } from "@domain/plans/plan.server";
import type * as PlanPage from "~/routes/dashboard-plan";
import type * as Overview from "~/routes/dashboard";
import { openPlanSite, type PlanSite } from "./support/plan-site";

let site: PlanSite;
let planPage: typeof PlanPage;
let overview: typeof Overview;
let decisions: typeof Decisions;
let inAuditedChange: Awaited<ReturnType<typeof auditedChanges>>;
let credits: typeof Credits;
let withService: typeof Database.withService;
let plans: Plans;

beforeAll(async () => {
  site = await openPlanSite();
  planPage = await import("~/routes/dashboard-plan");
  overview = await import("~/routes/dashboard");
  decisions = await import("@domain/plans/plan-decisions.server");
  inAuditedChange = await auditedChanges(site);
  credits = await import("@domain/plans/credits.server");
  ({ withService } = await import("@domain/database/database.server"));
  plans = await (await import("~/account/plans/own-plan.server")).readPlans();
});
afterAll(() => site.close());

type Person = Awaited<ReturnType<PlanSite["signedIn"]>>;

const sendPlan = ({ visitor }: Person, fields: Record<string, string>) =>
  visitor.send(planPage.action, "/dashboard/plan", fields);

const planState = z.looseObject({
  planId: z.string(),
  scheduled: z.looseObject({ name: z.string() }).nullable(),
  waiting: z.looseObject({ id: z.string() }).nullable(),
  refused: z.looseObject({ reason: z.string().nullable() }).nullable(),
});
const planOf = async ({ visitor }: Person) =>
  planState.parse((await visitor.open(planPage.loader, "/dashboard/plan")).data);

/** The toast that the next page of this browser would show. */
async function toastOf({ visitor }: Person) {
  const { consumeFlash } = await import("~/toasts/flash-toast.server");
  const headers = { Cookie: `toast=${visitor.cookies.get("toast") ?? ""}` };
  return consumeFlash(new Request("http://localhost/", { headers }), new Headers());
}

test("the dashboard sends no request to the auth service: the token in the cookie is sufficient", async () => {
  const { visitor } = await site.signedIn();
  // The first page fetches the keys that tokens are verified with.
  await visitor.open(overview.loader, "/dashboard");
  const asked = vi.spyOn(globalThis, "fetch");
  const { status } = await visitor.open(overview.loader, "/dashboard");
  const addresses = asked.mock.calls.map(([input]) => String(input));
  asked.mockRestore();
  expect(status).toBe(200);
  expect(addresses.filter((address) => address.startsWith(site.service.url))).toEqual([]);
});

describe("plans", () => {
  const approve = (requestId: string, decidedBy: string) =>
    inAuditedChange((tx) => decisions.approvePlanRequest(tx, plans, { requestId, decidedBy }));
  const choose = (plan: string, from: string) => ({ intent: "choose", plan, from });

  test("a more expensive one is requested, approved, and starts a period with its credits", async () => {
    const person = await site.signedIn();
    const admin = await site.newAccount("Admin");
    await Promise.all(
      Array.from({ length: 4 }, () => sendPlan(person, choose("developer", "free"))),
    );
    const { waiting, planId } = await planOf(person);
    expect(planId).toBe("free");
    const open = await inAuditedChange((tx) =>
      decisions.listPlanRequests(tx, { state: "waiting", limit: 10 }),
    );
    expect(open).toMatchObject([{ id: waiting?.id, email: person.email, currentPlan: "free" }]);
    const outcomes = await Promise.all([
      approve(waiting?.id ?? "", admin.id),
      approve(waiting?.id ?? "", admin.id),
    ]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["decided-before", "done"]);
    expect(await planOf(person)).toMatchObject({ planId: "developer", waiting: null });
    const page = await person.visitor.open(overview.loader, "/dashboard");
    expect(page.data).toMatchObject({
      credits: { available: 1000, used: 0 },
      events: expect.arrayContaining([
        expect.objectContaining({ what: "Plan requested", about: "Developer" }),
        expect.objectContaining({ what: "Plan request approved", about: "Developer" }),
      ]),
    });
  });

  test("a refusal gives its reason, and changes nothing", async () => {
    const person = await site.signedIn();
    const admin = await site.newAccount("Admin");
    await sendPlan(person, choose("business", "free"));
    const { waiting } = await planOf(person);
    const refuse = () =>
      inAuditedChange((tx) =>
        decisions.refusePlanRequest(tx, {
          requestId: waiting?.id ?? "",
          decidedBy: admin.id,
          reason: "We could not reach you.",
        }),
      );
    expect(await refuse()).toMatchObject({ outcome: "done", request: { state: "refused" } });
    expect((await refuse()).outcome).toBe("decided-before");
    expect(await planOf(person)).toMatchObject({
      planId: "free",
      waiting: null,
      refused: { reason: "We could not reach you." },
    });
  });

  test("a request is withdrawn by its requester, and cannot be approved anymore", async () => {
    const [person, other] = [await site.signedIn(), await site.signedIn()];
    await sendPlan(person, choose("developer", "free"));
    const { waiting } = await planOf(person);
    const withdraw = { intent: "withdraw", request: waiting?.id ?? "" };
    await sendPlan(other, withdraw);
    expect((await planOf(person)).waiting).not.toBeNull();
    await sendPlan(person, withdraw);
    await sendPlan(person, withdraw);
    expect((await planOf(person)).waiting).toBeNull();
    expect((await approve(waiting?.id ?? "", other.id)).outcome).toBe("decided-before");
    expect((await planOf(person)).planId).toBe("free");
  });

  test("the twenty-first request of a day is refused with a message", async () => {
    const person = await site.signedIn();
    await site.database.query(
      `insert into public.plan_requests (user_id, plan, state)
       select $1, 'developer', 'withdrawn' from generate_series(1, 20)`,
      [person.id],
    );
    const response = await sendPlan(person, choose("developer", "free"));
    expect(response.location).toBe("/dashboard/plan");
    expect(await toastOf(person)).toMatchObject({
      description: expect.stringContaining("twenty changes"),
    });
    expect((await planOf(person)).waiting).toBeNull();
  });

  test("a downgrade takes effect at the end of the period, and can be undone until then", async () => {
    const person = await site.signedIn();
    await inAuditedChange((tx) =>
      decisions.changePlan(tx, plans, { userId: person.id, plan: "business", agreedCredits: null }),
    );
    await sendPlan(person, choose("developer", "business"));
    expect(await planOf(person)).toMatchObject({
      planId: "business",
      scheduled: { name: "Developer" },
    });
    await sendPlan(person, { intent: "keep" });
    expect((await planOf(person)).scheduled).toBeNull();
    await sendPlan(person, choose("free", "business"));
    await site.database.query(
      `update public.subscriptions set anchor = anchor - interval '1 month' + interval '1 second',
         coming_at = now() where user_id = $1`,
      [person.id],
    );
    expect(await planOf(person)).toMatchObject({ planId: "free", scheduled: null });
  });

  test("an outdated form, and plans that cannot be chosen, change nothing", async () => {
    const person = await site.signedIn();
    await inAuditedChange((tx) =>
      decisions.changePlan(tx, plans, { userId: person.id, plan: "business", agreedCredits: null }),
    );
    for (const fields of [
      choose("developer", "free"),
      choose("enterprise", "business"),
      choose("business", "business"),
      choose("nothing", "business"),
      choose("", ""),
    ]) {
      expect((await sendPlan(person, fields)).location).toBe("/dashboard/plan");
    }
    expect(await planOf(person)).toMatchObject({
      planId: "business",
      scheduled: null,
      waiting: null,
    });
    const wrongs: Record<string, string>[] = [
      { intent: "approve" },
      { intent: "withdraw", request: "1" },
      {},
    ];
    for (const wrong of wrongs) {
      expect((await sendPlan(person, wrong)).status).toBe(400);
    }
  });

  test("a plan that is no longer in the lake is reported, and is not a failure", async () => {
    const person = await site.signedIn();
    await site.database.query("update public.subscriptions set plan = 'gone' where user_id = $1", [
      person.id,
    ]);
    expect(await planOf(person)).toMatchObject({
      planId: "gone",
      plan: null,
      lakeUnavailable: false,
    });
    const page = await person.visitor.open(overview.loader, "/dashboard");
    expect(page).toMatchObject({
      status: 200,
      data: { plan: { planId: "gone", plan: null }, credits: { available: 0, used: 0 } },
    });
  });
});

test("the overview shows what the user's events produced, and nothing else", async () => {
  const person = await site.signedIn();
  const open = async () => (await person.visitor.open(overview.loader, "/dashboard")).data;
  const shape = z.looseObject({
    usage: z.looseObject({
      days: z.array(z.object({ day: z.string(), credits: z.number(), calls: z.number() })),
    }),
  });
  const before = await open();
  expect(before).toMatchObject({ steps: { key: false, call: false } });
  expect(shape.parse(before).usage.days).toHaveLength(30);
  expect(shape.parse(before).usage.days.every(({ calls }) => calls === 0)).toBe(true);

  const take = (amount: number) =>
    withService((tx) =>
      credits.debit(tx, plans, {
        userId: person.id,
        apiKeyId: randomUUID(),
        operation: "pdf/merge",
        credits: amount,
        idempotencyKey: randomUUID(),
      }),
    );
  await take(7);
  const failed = await take(30);
  if (failed.outcome === "entered") {
    await withService((tx) => credits.reverse(tx, plans, failed.entry.id));
  }
  const after = await open();
  expect(after).toMatchObject({
    credits: { used: 7, available: 100 },
    steps: { key: false, call: true },
    events: [
      { what: "Call reversed", credits: 30 },
      { what: "Call", about: "Merge PDFs", credits: -30 },
      { what: "Call", credits: -7 },
      { what: "Credits this period", credits: 100 },
    ],
  });
  const today = new Date().toISOString().slice(0, 10);
  expect(shape.parse(after).usage.days.at(-1)).toEqual({ day: today, credits: 7, calls: 1 });
});

test("a plan shows what it changes, and when it begins in the editors' words", async () => {
  const { visitor } = await site.signedIn();
  const page = z.object({
    activation: z.string(),
    plans: z.array(
      z.looseObject({ id: z.string(), changes: z.array(z.looseObject({ text: z.string() })) }),
    ),
  });
  const read = async () =>
    page.parse((await visitor.open(planPage.loader, "/dashboard/plan")).data);
  const { plans: offered, activation } = await read();
  expect(activation).toBe("Paid plans are activated by hand, within one working day.");
  const changesOf = (wanted: string) =>
    offered.find(({ id }) => id === wanted)?.changes.map(({ text }) => text);
  expect(changesOf("free")).toEqual([]);
  expect(changesOf("developer")?.slice(0, 2)).toEqual([
    "+900 credits a month",
    "Files up to 100 MB instead of 5 MB",
  ]);
  expect(changesOf("developer")?.join()).toContain("operations: Merge PDFs, Extract Pages");

  await site.lake.client().patch("siteSettings").unset(["behaviour.planActivation"]).commit();
  await expect.poll(async () => (await read()).activation).toBe("Starts once approved.");
});
