import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appMigrations } from "../../server/backend/app-migrations";
import { startTestService } from "../../services/auth/testing/service";
import { migrate } from "../../services/postgres/migrations";
import type { AccountSite } from "./account-site";
import { everybody, expectRefusal, openRuleSite, type RuleSite, tryAs } from "./row-rules";
import { openTestDatabase } from "./test-database";

let site: AccountSite;
let accounts: RuleSite["accounts"];
let attempt: RuleSite["attempt"];
const keyId = randomUUID();
const requestId = randomUUID();
const hash = (digit: string) => digit.repeat(64);

beforeAll(async () => {
  ({ site, accounts, attempt } = await openRuleSite());
  const { database } = site;
  await database.query(
    `insert into public.api_keys (id, user_id, name, prefix, hash, scopes)
     values ($1, $2, 'Shop', 'pdf_abcdef', $3, '{edit}')`,
    [keyId, accounts.owner.id, hash("a")],
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
  await database.query(
    "insert into public.service_keys (name, prefix, hash) values ('gateway', 'svc_abcdef', $1)",
    [hash("b")],
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

  test("are read by their owner and by administrators alone", async () => {
    const seen = await Promise.all(everybody.map((who) => attempt(who, read, [accounts.owner.id])));
    expect(seen).toEqual(["42501", 1, 0, 0, 1]);
  });

  test("are not read by whoever owes the second factor, or has signed out elsewhere", async () => {
    const gone = { sub: accounts.owner.id, session_id: randomUUID() };
    expect(await tryAs(site.database, gone, read, [accounts.owner.id])).toBe(0);
  });

  test("are deleted and emptied by nobody", async () => {
    for (const who of everybody) {
      expect(await attempt(who, `delete from public.${table} returning 1`)).toBe("42501");
      expect(await attempt(who, `truncate public.${table}`)).toBe("42501");
    }
    expect(await tryAs(site.database, "service_role", `delete from public.${table}`)).toBe("42501");
  });
});

test.each(["hash", "*"])("nobody reads api_keys.%s, not even the owner", async (what) => {
  for (const who of everybody) {
    expect(await attempt(who, `select ${what} from public.api_keys`)).toBe("42501");
  }
});

test.each(["decided_by", "idempotency_key", "*"])(
  "nobody reads credit_entries.%s",
  async (what) => {
    for (const who of everybody) {
      expect(await attempt(who, `select ${what} from public.credit_entries`)).toBe("42501");
    }
  },
);

describe("a person does not give themselves", () => {
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

  test("an approval, by changing the request's state", async () => {
    for (const state of ["approved", "refused", "waiting"]) {
      const statement = `update public.plan_requests set state = '${state}' where id = $1 returning 1`;
      expect(await attempt("owner", statement, [requestId])).toBe("42501");
    }
  });
});

describe("a request", () => {
  const withdraw = "update public.plan_requests set state = 'withdrawn' where id = $1 returning 1";

  test("is made for oneself, and one at a time", async () => {
    const ask =
      "insert into public.plan_requests (user_id, plan) values ($1, 'business') returning 1";
    expect(await attempt("other", ask, [accounts.other.id])).toBe(1);
    expect(await attempt("other", ask, [accounts.owner.id])).toBe("42501");
    expect(await attempt("admin", ask, [accounts.owner.id])).toBe("42501");
    expect(await attempt("owner", ask, [accounts.owner.id])).toBe("23505");
  });

  test("is withdrawn by who made it, while it waits", async () => {
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

describe("a key", () => {
  const make = (id: string) =>
    [
      `insert into public.api_keys (id, user_id, name, prefix, hash, scopes)
     values ($1, $2, 'Mine', 'pdf_zzzzzz', $3, '{edit}') returning 1`,
      [randomUUID(), id, hash("c")],
    ] as const;

  test("is made for oneself", async () => {
    expect(await attempt("other", ...make(accounts.other.id))).toBe(1);
    for (const who of everybody.filter((each) => each !== "owner")) {
      expect([who, await attempt(who, ...make(accounts.owner.id))]).toEqual([who, "42501"]);
    }
  });

  test("is revoked by its owner, for good", async () => {
    const revoke = "update public.api_keys set revoked_at = now() where id = $1 returning 1";
    const outcomes = everybody.map((who) => attempt(who, revoke, [keyId]));
    expect(await Promise.all(outcomes)).toEqual(["42501", 1, 0, 0, 0]);
    await site.database.query(revoke, [keyId]);
    const back = "update public.api_keys set revoked_at = null where id = $1 returning 1";
    expect(await attempt("owner", back, [keyId])).toBe(0);
  });

  test("is not given another secret, owner, name or more permissions", async () => {
    for (const change of [
      "hash = repeat('d', 64)",
      "user_id = auth.uid()",
      "name = 'x'",
      "scopes = '{edit,read}'",
      "last_used_at = now()",
      "created_at = now()",
    ]) {
      expect(await attempt("owner", `update public.api_keys set ${change} returning 1`)).toBe(
        "42501",
      );
    }
  });

  test("lives no longer than it was made for, whoever asks", async () => {
    const [ended, endless] = [randomUUID(), randomUUID()];
    await site.database.query(
      `insert into public.api_keys (id, user_id, name, prefix, hash, scopes, created_at, expires_at)
       values ($1, $3, 'Ended', 'pdf_abcdef', $4, '{edit}', now() - interval '2 days', now() - interval '1 day'),
         ($2, $3, 'Endless', 'pdf_abcdef', $5, '{edit}', now(), null)`,
      [ended, endless, accounts.owner.id, hash("1"), hash("2")],
    );
    const end = (value: string) =>
      `update public.api_keys set expires_at = ${value} where id = $1 returning 1`;
    for (const value of ["null", "now() + interval '1 year'", "now()"]) {
      expect([value, await attempt("owner", end(value), [ended])]).toEqual([value, "23514"]);
      expect(await tryAs(site.database, "service_role", end(value), [ended])).toBe("23514");
    }
    expect(await attempt("owner", end("now() + interval '1 hour'"), [endless])).toBe(1);
    expect(await attempt("other", end("now() + interval '1 hour'"), [endless])).toBe(0);
  });

  test("steps back for no key that is there, which would make room for an eleventh", async () => {
    const [old, next, replaced] = [randomUUID(), randomUUID(), randomUUID()];
    await site.database.query(
      `insert into public.api_keys (id, user_id, name, prefix, hash, scopes, expires_at)
       values ($1, $3, 'Old', 'pdf_abcdef', $4, '{edit}', null), ($2, $3, 'Next', 'pdf_abcdef', $5, '{edit}', null)`,
      [old, next, accounts.owner.id, hash("3"), hash("4")],
    );
    const replace = (by: string, end = "now() + interval '1 hour'") =>
      `update public.api_keys set rotated_to = '${by}', expires_at = ${end} where id = $1 returning 1`;
    for (const by of [next, old]) {
      expect(await attempt("owner", replace(by), [old])).toBe("23514");
    }
    expect(await attempt("owner", replace(replaced, "null"), [old])).toBe("23514");
    expect(await attempt("owner", replace(replaced, "now() + interval '8 days'"), [old])).toBe(
      "23514",
    );
    await site.database.transaction(async (tx) => {
      await tx.query(replace(replaced), [old]);
      await tx.query(
        `insert into public.api_keys (id, user_id, name, prefix, hash, scopes)
         values ($1, $2, 'New', 'pdf_abcdef', $3, '{edit}')`,
        [replaced, accounts.owner.id, hash("5")],
      );
    });
    for (const by of [randomUUID(), next]) {
      expect(await attempt("owner", replace(by), [old])).toBe("23514");
    }
    const back = "update public.api_keys set rotated_to = null where id = $1 returning 1";
    expect(await attempt("owner", back, [old])).toBe("23514");
  });

  test("is not replaced by another person's", async () => {
    const theirs = randomUUID();
    await site.database.query(
      `insert into public.api_keys (id, user_id, name, prefix, hash, scopes)
       values ($1, $2, 'Theirs', 'pdf_yyyyyy', $3, '{edit}')`,
      [theirs, accounts.other.id, hash("e")],
    );
    const replace = site.database.query(
      "update public.api_keys set rotated_to = $1, expires_at = now() + interval '1 hour' where id = $2",
      [theirs, keyId],
    );
    await expectRefusal("23503", replace);
  });

  test.each([
    ["a name of 61 letters", "name", "x".repeat(61)],
    ["no name", "name", ""],
    ["a name of two lines", "name", "a\nb"],
    ["a plain secret for a hash", "hash", "pdf_secret"],
    ["a prefix that shows more", "prefix", "pdf_abcdefghijkl"],
  ])("has no %s", async (_what, column, value) => {
    const key = { name: "x", prefix: "pdf_abcdef", hash: hash("f"), [column]: value };
    const insert = `insert into public.api_keys (id, user_id, name, prefix, hash, scopes)
      values ($1, $2, $3, $4, $5, '{edit}') returning 1`;
    const values = [randomUUID(), accounts.other.id, key.name, key.prefix, key.hash];
    expect(await attempt("other", insert, values)).toBe("23514");
  });
});

test.each([
  "select name from public.service_keys",
  "insert into public.service_keys (name, prefix, hash) values ('x', 'svc_abcdef', repeat('9', 64))",
  "update public.service_keys set revoked_at = now()",
  "delete from public.service_keys",
])("people have no part in service keys: %s", async (statement) => {
  for (const who of everybody) expect([who, await attempt(who, statement)]).toEqual([who, "42501"]);
});

test("every account has a subscription to the free plan, made with it", async () => {
  const rows = await site.database.query<{ plan: string; own: boolean }>(
    `select s.plan, s.anchor >= u.created_at - interval '1 minute' as own
     from auth.users u left join public.subscriptions s on s.user_id = u.id`,
  );
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row).toEqual({ plan: "free", own: true });
});

test("accounts from before the plans get theirs, counted from the day on which they were made", async () => {
  const { database, close } = await openTestDatabase();
  const service = await startTestService({ database });
  const plansBegin = appMigrations.findIndex(({ name }) => name.startsWith("0004"));
  await migrate(database, { name: "app", files: appMigrations.slice(0, plansBegin) });
  await database.query(
    `insert into auth.users (id, email, created_at)
     values (gen_random_uuid(), 'old@mail.example', '2024-02-29T08:00:00Z'),
       (gen_random_uuid(), 'undated@mail.example', null)`,
  );
  await migrate(database, { name: "app", files: appMigrations });
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
  ])("from %s: the one around %s begins %s and ends %s", async (anchor, moment, start, end) => {
    const [row] = await site.database.query(
      "select starts_at, ends_at from public.period_of($1::timestamptz, $2::timestamptz)",
      [anchor, moment],
    );
    expect(row).toEqual({ starts_at: new Date(start), ends_at: new Date(end) });
  });

  test("follow one another without a gap, whatever the day that they are counted from", async () => {
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
