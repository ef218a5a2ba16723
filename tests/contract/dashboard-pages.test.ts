import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type * as Database from "~/account/database/database.server";
import type * as Credits from "~/account/plans/credits.server";
import type * as Requests from "~/account/plans/plan-requests.server";
import type { Plans } from "~/account/plans/plan.server";
import type * as KeysPage from "~/routes/dashboard-keys";
import type * as PlanPage from "~/routes/dashboard-plan";
import type * as Overview from "~/routes/dashboard";
import { openPlanSite, type PlanSite } from "./plan-site";

let site: PlanSite;
let keysPage: typeof KeysPage;
let planPage: typeof PlanPage;
let overview: typeof Overview;
let requests: typeof Requests;
let credits: typeof Credits;
let withService: typeof Database.withService;
let plans: Plans;

beforeAll(async () => {
  site = await openPlanSite();
  keysPage = await import("~/routes/dashboard-keys");
  planPage = await import("~/routes/dashboard-plan");
  overview = await import("~/routes/dashboard");
  requests = await import("~/account/plans/plan-requests.server");
  credits = await import("~/account/plans/credits.server");
  ({ withService } = await import("~/account/database/database.server"));
  plans = await (await import("~/account/plans/plan.server")).readPlans();
});
afterAll(() => site.close());

type Person = Awaited<ReturnType<PlanSite["signedIn"]>>;

const form = (more: Record<string, string | string[]> = {}) => ({
  intent: "create",
  id: randomUUID(),
  name: "Shop",
  days: "30",
  scopes: ["edit", "read"],
  ...more,
});
const sendKeys = ({ visitor }: Person, fields: Record<string, string | string[]>) =>
  visitor.send(keysPage.action, "/dashboard/keys", fields);
const sendPlan = ({ visitor }: Person, fields: Record<string, string>) =>
  visitor.send(planPage.action, "/dashboard/plan", fields);

const listed = z.object({
  keys: z.array(
    z.looseObject({ id: z.string(), name: z.string(), revokedAt: z.date().nullable() }),
  ),
});
const keysOf = async ({ visitor }: Person) =>
  listed.parse((await visitor.open(keysPage.loader, "/dashboard/keys")).data).keys;

const made = z.object({ made: z.object({ secret: z.string(), call: z.looseObject({}) }) });
const planState = z.looseObject({
  planId: z.string(),
  coming: z.looseObject({ name: z.string() }).nullable(),
  waiting: z.looseObject({ id: z.string() }).nullable(),
  refused: z.looseObject({ reason: z.string().nullable() }).nullable(),
});
const planOf = async ({ visitor }: Person) =>
  planState.parse((await visitor.open(planPage.loader, "/dashboard/plan")).data);

/** The toast that the next page of this browser would show. */
async function toastOf({ visitor }: Person) {
  const { consumeFlash } = await import("~/shell/flash-toast.server");
  const headers = { Cookie: `toast=${visitor.cookies.get("toast") ?? ""}` };
  return consumeFlash(new Request("http://localhost/", { headers }), new Headers());
}

test("a dashboard asks the accounts service for nothing: the token in the cookie speaks for itself", async () => {
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

test("visitors are sent to sign in, whatever they open or send", async () => {
  const visitor = await site.newVisitor();
  for (const { loader, path } of [
    { loader: overview.loader, path: "/dashboard" },
    { loader: keysPage.loader, path: "/dashboard/keys" },
    { loader: planPage.loader, path: "/dashboard/plan" },
  ]) {
    expect((await visitor.open(loader, path)).location).toContain("/login");
  }
  const sent = await visitor.send(keysPage.action, "/dashboard/keys", form());
  expect(sent.location).toContain("/login");
  const asked = await visitor.send(planPage.action, "/dashboard/plan", { intent: "keep" });
  expect(asked.location).toContain("/login");
});

describe("keys", () => {
  test("a key is shown once, with a call of the documentation that it can make", async () => {
    const person = await site.signedIn();
    const answer = await sendKeys(person, form());
    expect(answer.status).toBe(201);
    const { made: shown } = made.parse(answer.data);
    expect(shown.secret).toMatch(/^pdf_[\w-]{43}$/);
    const page = await person.visitor.open(keysPage.loader, "/dashboard/keys");
    expect(JSON.stringify(page.data)).not.toContain(shown.secret);
    const [row] = await site.database.query<{ all: string }>(
      "select to_json(k)::text as all from public.api_keys k where user_id = $1",
      [person.id],
    );
    expect(row?.all).not.toContain(shown.secret.slice(10));
  });

  test("a form that is sent five times at once makes one key", async () => {
    const person = await site.signedIn();
    const fields = form();
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendKeys(person, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await keysOf(person)).toHaveLength(1);
  });

  test("ten keys work at once, however many are asked for, and room comes back", async () => {
    const person = await site.signedIn();
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) => sendKeys(person, form({ name: `Key ${n}` }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const [key] = await keysOf(person);
    // A rotation takes no additional slot.
    const rotate = { intent: "rotate", key: key?.id ?? "", id: randomUUID(), hours: "24" };
    expect((await sendKeys(person, rotate)).status).toBe(201);
    expect((await sendKeys(person, rotate)).status).toBe(409);
    expect((await sendKeys(person, form())).status).toBe(409);
    const [newest] = await keysOf(person);
    const revoke = { intent: "revoke", key: newest?.id ?? "" };
    expect((await sendKeys(person, revoke)).location).toBe("/dashboard/keys");
    expect((await sendKeys(person, revoke)).location).toBe("/dashboard/keys");
    expect((await sendKeys(person, form())).status).toBe(201);
  });

  test("one that works stays in the lists, however many have ended since", async () => {
    const person = await site.signedIn();
    await sendKeys(person, form({ name: "The first" }));
    await site.database.query(
      `update public.api_keys set created_at = now() - interval '20 days' where user_id = $1`,
      [person.id],
    );
    // In three batches, because no more than fifty may be created a day.
    for (const [lot, digit] of ["a", "b", "c"].entries()) {
      await site.database.query(
        `insert into public.api_keys (user_id, name, prefix, hash, scopes, created_at, revoked_at)
         select $1, 'Ended', 'pdf_abcdef', lpad(n::text, 64, $2), '{edit}', now() - make_interval(days => 5, hours => $3::int), now()
         from generate_series(1, 45) n`,
        [person.id, digit, lot],
      );
    }
    const keys = await keysOf(person);
    expect(keys).toHaveLength(100);
    expect(keys[0]).toMatchObject({ name: "The first" });
    const { readUserPage } = await import("~/account/administration/user-page.server");
    const admin = await site.newAccount("Admin");
    const claims = { sub: admin.id, email: "", exp: 0, amr: [] };
    const page = await readUserPage({ claims, address: "127.0.0.1" }, person.id);
    expect(page?.keys).toHaveLength(20);
    expect(page?.keys[0]).toMatchObject({ name: "The first" });
  });

  test("a rotation names no key that is there already, their own or another person's", async () => {
    const [person, other] = [await site.signedIn(), await site.signedIn()];
    await sendKeys(person, form({ name: "One" }));
    await sendKeys(person, form({ name: "Two" }));
    await sendKeys(other, form());
    const [first, second] = await keysOf(person);
    const [foreign] = await keysOf(other);
    for (const id of [first?.id, second?.id, foreign?.id]) {
      const rotate = { intent: "rotate", key: first?.id ?? "", id: id ?? "", hours: "24" };
      expect((await sendKeys(person, rotate)).status).toBe(409);
    }
    expect((await keysOf(person)).map(({ rotatedTo }) => rotatedTo)).toEqual([null, null]);
  });

  test("another person's key is neither seen, rotated nor revoked", async () => {
    const [owner, thief] = [await site.signedIn(), await site.signedIn()];
    await sendKeys(owner, form());
    const [key] = await keysOf(owner);
    expect(await keysOf(thief)).toEqual([]);
    const id = key?.id ?? "";
    await sendKeys(thief, { intent: "revoke", key: id });
    const rotated = await sendKeys(thief, {
      intent: "rotate",
      key: id,
      id: randomUUID(),
      hours: "0",
    });
    expect(rotated.status).toBe(409);
    expect((await sendKeys(thief, form({ id }))).status).toBe(409);
    expect(await keysOf(owner)).toMatchObject([{ id, revokedAt: null, rotatedTo: null }]);
  });

  test.each([
    ["none", ""],
    ["blanks", "   "],
    ["61 letters", "x".repeat(61)],
    ["sixty thousand letters", "x".repeat(60_000)],
    ["two lines", "a\nb"],
    ["an end of text", "a\u0000b"],
    ["a name that runs backwards", "\u202egnp.exe"],
    ["nothing that can be seen", "\u200b\u200d"],
    ["marks alone", "\u0301\u0301"],
  ])("a name of %s is refused beside the field", async (_what, name) => {
    const person = await site.signedIn();
    const answer = await sendKeys(person, form({ name }));
    expect(answer).toMatchObject({ status: 400, data: { made: null } });
    expect(await keysOf(person)).toEqual([]);
  });

  test("a name that is larger than a form may be is refused before it is read", async () => {
    const person = await site.signedIn();
    const answer = await sendKeys(person, form({ name: "x".repeat(900_000) }));
    expect(answer).toMatchObject({ status: 413 });
    expect(await keysOf(person)).toEqual([]);
  });

  test.each([
    ["emoji of several parts", "👩‍💻 build", "👩‍💻 build"],
    ["60 emoji", "🖨".repeat(60), "🖨".repeat(60)],
    ["letters in pieces", "Zu\u0308rich", "Zürich"],
    ["another script", "مفتاح الإنتاج", "مفتاح الإنتاج"],
    ["markup", "<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["SQL", "'); drop table api_keys; --", "'); drop table api_keys; --"],
    ["blanks around", "  Shop   floor ", "Shop floor"],
  ])("a name of %s is kept", async (_what, name, kept) => {
    const person = await site.signedIn();
    expect((await sendKeys(person, form({ name }))).status).toBe(201);
    expect(await keysOf(person)).toMatchObject([{ name: kept }]);
  });

  test("what no form of ours sends is refused", async () => {
    const person = await site.signedIn();
    const wrongs: Record<string, string | string[]>[] = [
      form({ days: "9999" }),
      form({ days: "-1" }),
      form({ scopes: [] }),
      form({ scopes: ["admin"] }),
      form({ id: "1" }),
      { intent: "rotate", key: "x", id: randomUUID(), hours: "1" },
      { intent: "rotate", key: randomUUID(), id: randomUUID(), hours: "100000" },
      { intent: "revoke", key: "' or true --" },
      { intent: "grant" },
      {},
    ];
    for (const wrong of wrongs) {
      expect([wrong, (await sendKeys(person, wrong)).status]).toEqual([wrong, 400]);
    }
    expect(await keysOf(person)).toEqual([]);
  });
});

describe("plans", () => {
  const approve = (requestId: string, decidedBy: string) =>
    withService((tx) => requests.approvePlanRequest(tx, plans, { requestId, decidedBy }));
  const choose = (plan: string, from: string) => ({ intent: "choose", plan, from });

  test("one that costs more is asked for, approved, and begins a period with its credits", async () => {
    const person = await site.signedIn();
    const admin = await site.newAccount("Admin");
    await Promise.all(
      Array.from({ length: 4 }, () => sendPlan(person, choose("developer", "free"))),
    );
    const { waiting, planId } = await planOf(person);
    expect(planId).toBe("free");
    const open = await withService((tx) =>
      requests.listPlanRequests(tx, { state: "waiting", limit: 10 }),
    );
    expect(open).toMatchObject([{ id: waiting?.id, email: person.email, currentPlan: "free" }]);
    const decisions = await Promise.all([
      approve(waiting?.id ?? "", admin.id),
      approve(waiting?.id ?? "", admin.id),
    ]);
    expect(decisions.map(({ outcome }) => outcome).sort()).toEqual(["decided-before", "done"]);
    expect(await planOf(person)).toMatchObject({ planId: "developer", waiting: null });
    const page = await person.visitor.open(overview.loader, "/dashboard");
    expect(page.data).toMatchObject({ credits: { available: 1000, used: 0 } });
  });

  test("a refusal tells why, and leaves everything as it was", async () => {
    const person = await site.signedIn();
    const admin = await site.newAccount("Admin");
    await sendPlan(person, choose("business", "free"));
    const { waiting } = await planOf(person);
    const refuse = () =>
      withService((tx) =>
        requests.refusePlanRequest(tx, {
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

  test("a request is withdrawn by who made it, and cannot be approved any more", async () => {
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

  test("the twenty-first request of a day is refused in words", async () => {
    const person = await site.signedIn();
    await site.database.query(
      `insert into public.plan_requests (user_id, plan, state)
       select $1, 'developer', 'withdrawn' from generate_series(1, 20)`,
      [person.id],
    );
    const answer = await sendPlan(person, choose("developer", "free"));
    expect(answer.location).toBe("/dashboard/plan");
    expect(await toastOf(person)).toMatchObject({
      description: expect.stringContaining("twenty changes"),
    });
    expect((await planOf(person)).waiting).toBeNull();
  });

  test("a downgrade comes with the end of the period, and can be taken back until then", async () => {
    const person = await site.signedIn();
    await withService((tx) =>
      requests.changePlan(tx, plans, { userId: person.id, plan: "business", agreedCredits: null }),
    );
    await sendPlan(person, choose("developer", "business"));
    expect(await planOf(person)).toMatchObject({
      planId: "business",
      coming: { name: "Developer" },
    });
    await sendPlan(person, { intent: "keep" });
    expect((await planOf(person)).coming).toBeNull();
    await sendPlan(person, choose("free", "business"));
    await site.database.query(
      `update public.subscriptions set anchor = anchor - interval '1 month' + interval '1 second',
         coming_at = now() where user_id = $1`,
      [person.id],
    );
    expect(await planOf(person)).toMatchObject({ planId: "free", coming: null });
  });

  test("a form from before a change, and plans that nobody can choose, change nothing", async () => {
    const person = await site.signedIn();
    await withService((tx) =>
      requests.changePlan(tx, plans, { userId: person.id, plan: "business", agreedCredits: null }),
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
    expect(await planOf(person)).toMatchObject({ planId: "business", coming: null, waiting: null });
    const wrongs: Record<string, string>[] = [
      { intent: "approve" },
      { intent: "withdraw", request: "1" },
      {},
    ];
    for (const wrong of wrongs) {
      expect((await sendPlan(person, wrong)).status).toBe(400);
    }
  });

  test("one that the lake does not know any more is said, and is no crash", async () => {
    const person = await site.signedIn();
    await site.database.query("update public.subscriptions set plan = 'gone' where user_id = $1", [
      person.id,
    ]);
    expect(await planOf(person)).toMatchObject({ planId: "gone", plan: null, lakeIsAway: false });
    const page = await person.visitor.open(overview.loader, "/dashboard");
    expect(page).toMatchObject({
      status: 200,
      data: { plan: { planId: "gone", plan: null }, credits: { available: 0, used: 0 } },
    });
  });
});

test("the overview shows what events produced, and nothing else", async () => {
  const person = await site.signedIn();
  const open = async () => (await person.visitor.open(overview.loader, "/dashboard")).data;
  const shape = z.looseObject({
    days: z.array(z.object({ day: z.string(), credits: z.number(), calls: z.number() })),
  });
  const before = await open();
  expect(before).toMatchObject({ steps: { key: false, call: false } });
  expect(shape.parse(before).days).toHaveLength(30);
  expect(shape.parse(before).days.every(({ calls }) => calls === 0)).toBe(true);

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
    happenings: [
      { what: "Call given back", credits: 30 },
      { what: "Call", about: "pdf/merge", credits: -30 },
      { what: "Call", credits: -7 },
      { what: "Credits of the period", credits: 100 },
    ],
  });
  const today = new Date().toISOString().slice(0, 10);
  expect(shape.parse(after).days.at(-1)).toEqual({ day: today, credits: 7, calls: 1 });
});
