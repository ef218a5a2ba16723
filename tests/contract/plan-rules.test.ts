import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService } from "@platen/auth/testing/service";
import { migrate } from "@platen/postgres/migrations";
import { appMigrations } from "../../server/backend/app-migrations";
import type { AccountSite } from "./support/account-site";
import { everybody, openRuleSite, type RuleSite, tryAs } from "./support/row-level-access";
import { openTestDatabase } from "./support/test-database";

let site: AccountSite;
let accounts: RuleSite["accounts"];
let attempt: RuleSite["attempt"];
const requestId = randomUUID();

beforeAll(async () => {
  ({ site, accounts, attempt } = await openRuleSite());
  const { database } = site;
  await database.query(
    `insert into public.api_keys (user_id, name, prefix, hash, scopes)
     values ($1, 'Shop', 'pdf_abcdef', $2, '{edit}')`,
    [accounts.owner.id, "a".repeat(64)],
  );
  await database.query(
    "insert into public.plan_requests (id, user_id, plan) values ($1, $2, 'developer')",
    [requestId, accounts.owner.id],
  );
  await database.query(
    `insert into public.credit_entries (user_id, kind, amount, period_start, idempotency_key)
     select user_id, 'grant', 100, anchor, 'first' from public.subscriptions where user_id = $1`,
    [accounts.owner.id],
  );
});
afterAll(() => site.close());

const columns: Record<string, string> = {
  subscriptions: "user_id, plan, anchor, coming_plan, coming_at",
  plan_requests: "id, user_id, plan, state, reason",
  api_keys:
    "id, name, prefix, scopes, created_at, expires_at, last_used_at, revoked_at, rotated_to",
  credit_entries: "id, number, kind, amount, balance, period_start, operation, reason, reverses",
};

describe.each(Object.keys(columns))("%s", (table) => {
  const read = `select ${columns[table]} from public.${table} where user_id = $1`;

  test("are read by their owner and by administrators only", async () => {
    const seen = await Promise.all(everybody.map((who) => attempt(who, read, [accounts.owner.id])));
    expect(seen).toEqual(["42501", 1, 0, 0, 1]);
  });

  test("cannot be read by a session that lacks the second factor, or was signed out elsewhere", async () => {
    const gone = { sub: accounts.owner.id, session_id: randomUUID() };
    expect(await tryAs(site.database, gone, read, [accounts.owner.id])).toBe(0);
  });

  test("cannot be deleted or truncated by anyone", async () => {
    for (const who of everybody) {
      expect(await attempt(who, `delete from public.${table} returning 1`)).toBe("42501");
      expect(await attempt(who, `truncate public.${table}`)).toBe("42501");
    }
    expect(await tryAs(site.database, "service_role", `delete from public.${table}`)).toBe("42501");
  });
});

test.each(["decided_by", "idempotency_key", "*"])(
  "nobody can read credit_entries.%s",
  async (what) => {
    for (const who of everybody) {
      expect(await attempt(who, `select ${what} from public.credit_entries`)).toBe("42501");
    }
  },
);

describe("users cannot give themselves", () => {
  test.each([
    "update public.subscriptions set plan = 'business' returning 1",
    "update public.subscriptions set agreed_credits = 1000000 returning 1",
    "update public.subscriptions set anchor = now() returning 1",
    "update public.subscriptions set coming_plan = 'business', coming_at = now() returning 1",
    "insert into public.subscriptions (user_id, plan) values (auth.uid(), 'business') returning 1",
    `insert into public.credit_entries (user_id, kind, amount, period_start, idempotency_key, reason)
     values (auth.uid(), 'adjustment', 1000, now(), 'mine', 'because') returning 1`,
    "update public.credit_entries set amount = 1000 returning 1",
    "insert into public.plan_requests (user_id, plan, state, decided_at) values (auth.uid(), 'x', 'approved', now())",
    "update public.plan_requests set plan = 'business' returning 1",
    "update public.plan_requests set decided_by = auth.uid() returning 1",
    "select public.is_suspended(auth.uid())",
  ])("%s", async (statement) => {
    for (const who of everybody)
      expect([who, await attempt(who, statement)]).toEqual([who, "42501"]);
  });

  test("an approval, by changing the state of the request", async () => {
    for (const state of ["approved", "refused", "waiting"]) {
      const statement = `update public.plan_requests set state = '${state}' where id = $1 returning 1`;
      expect(await attempt("owner", statement, [requestId])).toBe("42501");
    }
  });
});

describe("a request", () => {
  const withdraw = "update public.plan_requests set state = 'withdrawn' where id = $1 returning 1";

  test("is made for oneself, one at a time", async () => {
    const ask =
      "insert into public.plan_requests (user_id, plan) values ($1, 'business') returning 1";
    expect(await attempt("other", ask, [accounts.other.id])).toBe(1);
    expect(await attempt("other", ask, [accounts.owner.id])).toBe("42501");
    expect(await attempt("admin", ask, [accounts.owner.id])).toBe("42501");
    expect(await attempt("owner", ask, [accounts.owner.id])).toBe("23505");
  });

  test("can be withdrawn by its requester, while it waits", async () => {
    const outcomes = everybody.map((who) => attempt(who, withdraw, [requestId]));
    expect(await Promise.all(outcomes)).toEqual(["42501", 1, 0, 0, 0]);
    await site.database.transaction(async (tx) => {
      await tx.query(
        "update public.plan_requests set state = 'refused', decided_at = now() where id = $1",
        [requestId],
      );
    });
    expect(await attempt("owner", withdraw, [requestId])).toBe(0);
  });
});

test("every account has a subscription to the free plan, created with it", async () => {
  const rows = await site.database.query<{ plan: string; own: boolean }>(
    `select s.plan, s.anchor >= u.created_at - interval '1 minute' as own
     from auth.users u left join public.subscriptions s on s.user_id = u.id`,
  );
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row).toEqual({ plan: "free", own: true });
});

test("accounts from before the plans get a subscription, counted from the day of their creation", async () => {
  const { database, close } = await openTestDatabase();
  const service = await startTestService({ database });
  const plansBegin = appMigrations.files.findIndex(({ name }) => name.startsWith("0004"));
  await migrate(database, { ...appMigrations, files: appMigrations.files.slice(0, plansBegin) });
  await database.query(
    `insert into auth.users (id, email, created_at)
     values (gen_random_uuid(), 'old@mail.example', '2024-02-29T08:00:00Z'),
       (gen_random_uuid(), 'undated@mail.example', null)`,
  );
  await migrate(database, appMigrations);
  const rows = await database.query<{ plan: string; anchor: Date }>(
    `select plan, anchor from public.subscriptions join auth.users on id = user_id order by email`,
  );
  expect(rows).toMatchObject([
    { plan: "free", anchor: new Date("2024-02-29T08:00:00Z") },
    { plan: "free" },
  ]);
  await close(() => service.close());
});

describe("periods", () => {
  test.each([
    [
      "2026-01-31T10:00:00Z",
      "2026-01-31T10:00:00Z",
      "2026-01-31T10:00:00Z",
      "2026-02-28T10:00:00Z",
    ],
    [
      "2026-01-31T10:00:00Z",
      "2026-02-28T09:59:59Z",
      "2026-01-31T10:00:00Z",
      "2026-02-28T10:00:00Z",
    ],
    [
      "2026-01-31T10:00:00Z",
      "2026-02-28T10:00:00Z",
      "2026-02-28T10:00:00Z",
      "2026-03-31T10:00:00Z",
    ],
    [
      "2026-01-31T10:00:00Z",
      "2028-02-29T12:00:00Z",
      "2028-02-29T10:00:00Z",
      "2028-03-31T10:00:00Z",
    ],
    [
      "2026-03-15T00:00:00Z",
      "2026-12-31T23:59:59Z",
      "2026-12-15T00:00:00Z",
      "2027-01-15T00:00:00Z",
    ],
    [
      "2026-03-15T00:00:00Z",
      "2026-03-01T00:00:00Z",
      "2026-03-15T00:00:00Z",
      "2026-04-15T00:00:00Z",
    ],
  ])("from %s: the one around %s starts %s and ends %s", async (anchor, moment, start, end) => {
    const [row] = await site.database.query(
      "select starts_at, ends_at from public.period_of($1::timestamptz, $2::timestamptz)",
      [anchor, moment],
    );
    expect(row).toEqual({ starts_at: new Date(start), ends_at: new Date(end) });
  });

  test("follow one another without a gap, whatever their anchor", async () => {
    const [row] = await site.database.query<{ gaps: number }>(
      `select count(*)::int as gaps
       from generate_series(0, 400, 7) as d,
         lateral (select timestamptz '2023-12-01 13:30+00' + d * interval '1 day' as anchor) a,
         generate_series(0, 30) as n,
         lateral (select a.anchor + n * interval '11 days' as moment) m,
         lateral public.period_of(a.anchor, m.moment) p,
         lateral public.period_of(a.anchor, p.ends_at) next
       where not (p.starts_at <= m.moment and m.moment < p.ends_at and next.starts_at = p.ends_at)`,
    );
    expect(row?.gaps).toBe(0);
  });
});
