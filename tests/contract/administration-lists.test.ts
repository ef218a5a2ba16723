import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountSite, examined, type Visitor } from "./support/account-site";
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

describe("the list of users", () => {
  const emails = (response: { data: unknown }) =>
    [...JSON.stringify(response.data).matchAll(/"email":"([\w.]+@list\.example)"/g)].map(
      ([, email]) => email,
    );

  beforeAll(async () => {
    for (const [index, name] of ["Åsa Öberg", "Bo Berg", "Cy Young-Berg", "Dee"].entries()) {
      await site.database.query(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, created_at)
         values ($1, $2, $3, $4, now())`,
        [
          `0000000${index}-aaaa-4000-8000-00000000000${index}`,
          `list.${name.slice(0, 1).toLowerCase().replace("å", "a")}@list.example`,
          index === 3 ? null : new Date(),
          JSON.stringify({ full_name: name }),
        ],
      );
    }
  });

  test.each([
    ["q=list", ["a", "b", "c", "d"]],
    ["q=berg", ["b", "c"]],
    ["q=BERG young", ["c"]],
    ["q=öberg", ["a"]],
    ["q=list.b@list.example", ["b"]],
    ["q=00000002-aaaa-4000-8000-000000000002", ["c"]],
    ["q=00000003", ["d"]],
    ["q=erg", []],
    ["q=@@@", []],
    ["q=list&state=unconfirmed", ["d"]],
    ["q=list&state=active&role=User&plan=free", ["a", "b", "c"]],
    ["q=list&role=Admin", []],
    ["q=list&plan=business", []],
    ["q=list&state=banned", []],
  ])("finds by %s", async (query, found) => {
    const response = await pages.users(`${query}&sort=email`);
    expect(emails(response)).toEqual(found.map((letter) => `list.${letter}@list.example`));
    expect(response.data).toMatchObject({ total: found.length });
  });

  test("is sorted as requested, page by page", async () => {
    const { listUsers } = await import("@domain/administration/user-list.server");
    const { userFilter } = await import("@domain/administration/user-list");
    const claims = { sub: admin.id, email: "", exp: 0, amr: [] };
    for (const sort of ["newest", "oldest", "email", "name"]) {
      const all = await listUsers({ claims }, userFilter.parse({ sort }), 1_000);
      const walked: string[] = [];
      let after: string | undefined;
      do {
        const page = await listUsers({ claims }, userFilter.parse({ sort, after }), 2);
        walked.push(...page.users.map(({ id }) => id));
        after = page.next ?? undefined;
      } while (after);
      expect(walked).toEqual(all.users.map(({ id }) => id));
      expect(new Set(walked).size).toBe(walked.length);
    }
  });

  test("is exported as CSV without formulas, and that is recorded", async () => {
    const nora = await site.newAccount();
    await site.database.query("update public.profiles set full_name = $2 where id = $1", [
      nora.id,
      '=HYPERLINK("http://evil.example";"x")',
    ]);
    const { headers, data } = await pages.export("sort=newest");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const lines = String(data).trimEnd().split("\r\n");
    expect(lines[0]).toBe('"id","email","name","role","plan","state","since"');
    const [{ total } = { total: 0 }] = await site.database.query<{ total: number }>(
      "select count(*)::int as total from public.profiles where deleted_at is null",
    );
    expect(lines).toHaveLength(total + 1);
    expect(String(data)).toContain(`"'=HYPERLINK(""http://evil.example"";""x"")"`);
    const [entry] = await site.database.query(
      "select action from public.audit_entries order by id desc limit 1",
    );
    expect(entry).toEqual({ action: "users.export" });
  });
});

describe("a request for a plan", () => {
  async function requested(plan = "business") {
    const nora = await site.newAccount();
    const [row] = await site.database.query<{ id: string }>(
      "insert into public.plan_requests (user_id, plan) values ($1, $2) returning id",
      [nora.id, plan],
    );
    return { nora, requestId: row?.id ?? "" };
  }

  test("is approved once, and the account has the plan", async () => {
    const { nora, requestId } = await requested();
    expect(JSON.stringify((await pages.plans()).data)).toContain(requestId);
    await pages.decide({ intent: "approve", requestId, reason: "Paid" });
    expect(await profileOf(site, nora)).toMatchObject({ plan: "business" });
    const again = await pages.decide({ intent: "refuse", requestId, reason: "" });
    expect(again).toMatchObject({
      status: 409,
      data: { message: expect.stringMatching(/already approved/) },
    });
    expect(await entriesOf(site, nora)).toMatchObject([
      { action: "plan.request.approve", reason: "Paid", after: { plan: "business" } },
    ]);
  });

  test("shows the plans by their names, there and on the page of the account", async () => {
    const { nora, requestId } = await requested("developer");
    await site.database.query(
      "update public.subscriptions set coming_plan = 'business', coming_at = now() + interval '1 day' where user_id = $1",
      [nora.id],
    );
    expect((await pages.plans()).data).toMatchObject({
      requests: [{ id: requestId, currentPlan: "Free", plan: "Developer" }],
    });
    expect((await pages.user(nora)).data).toMatchObject({
      planStatus: { scheduledPlan: "Business" },
      requests: [{ plan: "Developer" }],
    });
    await pages.decide({ intent: "refuse", requestId, reason: "" });
  });

  test("is refused, and the account keeps its plan", async () => {
    const { nora, requestId } = await requested();
    await pages.decide({ intent: "refuse", requestId, reason: "Not paid" });
    expect(await profileOf(site, nora)).toMatchObject({ plan: "free" });
    expect(await entriesOf(site, nora)).toMatchObject([{ action: "plan.request.refuse" }]);
  });

  test("is listed before later ones", async () => {
    const [first, second] = [await requested(), await requested()];
    await site.database.query(
      "update public.plan_requests set created_at = now() - interval '9 days' where id = $1",
      [first.requestId],
    );
    const text = JSON.stringify((await pages.plans()).data);
    expect(text.indexOf(first.requestId)).toBeGreaterThan(0);
    expect(text.indexOf(first.requestId)).toBeLessThan(text.indexOf(second.requestId));
    for (const { requestId } of [first, second]) {
      await pages.decide({ intent: "refuse", requestId, reason: "" });
    }
  });

  test("for a removed plan shows a warning, and cannot be approved", async () => {
    const { nora, requestId } = await requested("vanished");
    expect((await pages.plans()).data).toMatchObject({
      warnings: [expect.stringContaining("“vanished”")],
    });
    const response = await pages.decide({ intent: "approve", requestId, reason: "" });
    expect(response).toMatchObject({
      status: 400,
      data: { message: expect.stringMatching(/no longer in the catalog/) },
    });
    expect(await entriesOf(site, nora)).toEqual([]);
    await pages.decide({ intent: "refuse", requestId, reason: "" });
  });
});

test("the catalog shows the prices as the cards do", async () => {
  expect((await pages.plans()).data).toMatchObject({
    catalog: expect.arrayContaining([
      expect.objectContaining({ id: "developer", price: "$9 a month" }),
      expect.objectContaining({ id: "enterprise", price: "from $99 a month" }),
    ]),
  });
});

test("inconsistencies of the catalog are reported", async () => {
  const { planWarnings } = await import("@domain/administration/plan-overview.server");
  const { readPlans } = await import("~/account/plans/own-plan.server");
  const plans = await readPlans();
  const [free, ...others] = plans;
  if (!free) throw new Error("The seed has no plans.");
  const use = [{ id: "free", accounts: 3, coming: 0 }];
  expect(planWarnings(plans, use, [])).toEqual([]);
  expect(planWarnings(others, use, ["gone"])).toEqual([
    expect.stringContaining("no plan “free”, which 3 accounts have"),
    expect.stringContaining("requests the plan “gone”"),
    expect.stringContaining("which every account starts with"),
  ]);
  expect(planWarnings([free, { ...free, credits: null }], use, [])).toEqual([
    expect.stringContaining("have the id “free”"),
    expect.stringContaining("has no number of credits"),
  ]);
});

describe("the audit log", () => {
  test("is filtered by actor, subject, action and time", async () => {
    const nora = await site.newAccount();
    await pages.change(nora, "role", { role: "Editor" });
    await pages.change(nora, "sessions");
    const today = new Date().toISOString().slice(0, 10);
    const count = async (query: string) => {
      const { data } = await pages.audit(query);
      return JSON.stringify(data).match(/"happenedAt"/g)?.length ?? 0;
    };
    expect(await count(`subject=${nora.id}`)).toBe(2);
    expect(await count(`subject=${nora.email.toUpperCase()}`)).toBe(2);
    expect(await count(`subject=${nora.email}&action=user.role`)).toBe(1);
    expect(await count(`subject=${nora.email}&actor=${admin.email}`)).toBe(2);
    expect(await count(`subject=${nora.email}&actor=someone@else.example`)).toBe(0);
    expect(await count(`subject=${nora.email}&from=${today}&to=${today}`)).toBe(2);
    expect(await count(`subject=${nora.email}&to=2020-01-01`)).toBe(0);
  });

  test("shows plans by their names, also on the account's page", async () => {
    const nora = await site.newAccount();
    await pages.change(nora, "plan", { plan: "developer" });
    const entry = expect.objectContaining({
      action: "user.plan",
      facts: expect.arrayContaining([{ label: "Plan", values: ["Free", "Developer"] }]),
    });
    expect((await pages.audit(`subject=${nora.id}`)).data).toMatchObject({ entries: [entry] });
    expect((await pages.user(nora)).data).toMatchObject({ audit: { entries: [entry] } });
  });

  test("is paged to its end", async () => {
    const { readAudit } = await import("@domain/audit/audit-list.server");
    const claims = { sub: admin.id, email: "", exp: 0, amr: [] };
    const all = await readAudit(claims, {}, 1_000);
    const walked: number[] = [];
    let after: string | undefined;
    do {
      const page = await readAudit(claims, { after }, 3);
      walked.push(...page.entries.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    expect(walked).toEqual(all.entries.map(({ id }) => id));
  });
});

describe("the export of the audit log", () => {
  test("has what the filter shows as CSV without formulas, and is recorded", async () => {
    const nora = await site.newAccount();
    await pages.change(nora, "role", { role: "Editor", reason: "=cmd|' /C calc'!A0" });
    await pages.change(nora, "sessions");
    const { headers, data } = await pages.exportAudit(
      `format=csv&subject=${nora.id}&action=user.role`,
    );
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toMatch(/"audit-log-[\d-]{10}\.csv"/);
    const [head, line, ...others] = String(data).trimEnd().split("\r\n");
    expect(head).toMatch(/^"time","action","actor","actor id"/);
    expect(line).toContain(`"user.role","${admin.email}","${admin.id}"`);
    expect(line).toContain(`"${nora.email}","${nora.id}","'=cmd|`);
    expect(line).toContain(`"{""role"":""User""}","{""role"":""Editor""}"`);
    expect(others).toEqual([]);
    const [entry] = await site.database.query(
      "select action, after from public.audit_entries order by id desc limit 1",
    );
    expect(entry).toEqual({
      action: "audit.export",
      after: { format: "csv", subject: nora.id, action: "user.role" },
    });
  });

  test("has one object on each line as JSON lines", async () => {
    const nora = await site.newAccount();
    await pages.change(nora, "role", { role: "Editor", reason: "First\nSecond" });
    const { headers, data } = await pages.exportAudit(`format=jsonl&subject=${nora.id}`);
    expect(headers.get("Content-Type")).toBe("application/jsonl; charset=utf-8");
    const lines = String(data).trimEnd().split("\n");
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { action: "user.role", actor: admin.id, reason: "First\nSecond", after: { role: "Editor" } },
    ]);
  });

  test("does not know other formats", async () => {
    expect((await pages.exportAudit("format=xml")).status).toBe(400);
    expect((await pages.exportAudit("")).status).toBe(400);
  });
});

describe("an action of the auth service that the database then refuses", () => {
  /**
   * Makes an account action fail after the auth service did its part, as when the process dies
   * there.
   */
  const withoutEntry = async (action: string, work: () => Promise<unknown>) => {
    await site.database.execute(`
      create function public.lose_entry() returns trigger language plpgsql as $$
        begin if new.action = '${action}' then raise 'no'; end if; return new; end $$;
      create trigger lose_entry before insert on public.audit_entries
        for each row execute function public.lose_entry()`);
    try {
      await expect(work()).rejects.toThrow();
    } finally {
      await site.database.execute(
        "drop trigger lose_entry on public.audit_entries; drop function public.lose_entry()",
      );
    }
  };

  test.each([
    ["recovery", "user.recovery"],
    ["ban", "user.ban"],
  ])("is in the audit log all the same: %s", async (intent, action) => {
    const nora = await site.newAccount();
    const fields = { duration: "24h", reason: "Asked for" };
    await withoutEntry(action, () => pages.change(nora, intent, fields));
    expect(await entriesOf(site, nora)).toMatchObject([
      { action: "service.asked", actor: admin.id, reason: "Asked for" },
    ]);
    expect(await profileOf(site, nora)).toMatchObject({ banned: false });
  });
});

test("the overview shows the counts", async () => {
  const [counted] = await site.database.query<{ users: number; banned: number }>(
    `select count(*)::int as users, (count(*) filter (where banned_until > now()))::int as banned
     from public.profiles where deleted_at is null`,
  );
  const { data } = await pages.overview();
  expect(data).toMatchObject({
    figures: { ...counted, waiting_requests: 0, administrators: 1 },
    newestUsers: { length: 5 },
    entries: { length: 8 },
  });
});

test("the roles page lists the users of each role", async () => {
  expect((await pages.roles()).data).toMatchObject({
    counts: expect.arrayContaining([{ role: "Admin", total: 1 }]),
    holders: expect.arrayContaining([expect.objectContaining({ email: admin.email })]),
  });
});

test("the health page shows the services, then what the doctor says", async () => {
  const { data } = await pages.health();
  expect(data).toMatchObject({ subjects: [{ title: "Services" }, ...examined] });
  expect(JSON.stringify(data)).toMatch(/The database responded in \d+ ms/);
});
