import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everybody, openRuleSite, type RuleSite } from "./support/row-level-access";

/*
 * Every table of the site, tested in the same way; special rules of a table have their own tests.
 */

let rules: RuleSite;

const hash = "a".repeat(64);

beforeAll(async () => {
  rules = await openRuleSite();
  const { site, accounts } = rules;
  for (const statement of [
    `insert into public.avatars (owner, hash, picture) values ($1, '${hash}', 'x')`,
    "insert into public.first_admin (user_id) values ($1)",
    "insert into public.plan_requests (user_id, plan) values ($1, 'developer')",
    `insert into public.api_keys (user_id, name, prefix, hash, scopes) values ($1, 'Shop', 'pdf_abcdef', '${hash}', '{edit}')`,
    `insert into public.credit_entries (user_id, kind, amount, period_start, idempotency_key)
     select user_id, 'grant', 100, anchor, 'first' from public.subscriptions where user_id = $1`,
    `insert into public.service_keys (name, prefix, hash) select 'gateway', 'svc_abcdef', '${hash}' where $1::uuid is not null`,
    "insert into public.audit_entries (actor_name, action, subject) values ('ada', 'user.role', $1)",
    `insert into public.recovery_codes (owner, hash) values ($1, '${hash}')`,
    `insert into public.past_credit_entries (account, number, kind, amount, balance, period_start, created_at)
     values ($1, 1, 'grant', 100, 100, now(), now())`,
    "insert into public.likes (article, user_id) values ('post-a', $1)",
    "insert into public.comments (article, form, user_id, author_name, body) values ('post-a', $1, $1, 'Nora', 'Good')",
    `insert into public.messages (form, user_id, sender_name, email, subject, body)
     values ($1, $1, 'Nora', 'nora@mail.example', 'Hello', 'Good')`,
    `insert into public.network_keys (day, key) select current_date, '${hash}' where $1::uuid is not null`,
  ]) {
    await site.database.query(statement, [accounts.owner.id]);
  }
});
afterAll(() => rules.site.close());

/** Refused by the table's permissions; else how many of the owner's rows were read or written. */
type Outcome = "42501" | number;

const nobody: Outcome[] = everybody.map(() => "42501");
const ownerAlone: Outcome[] = ["42501", 1, 0, 0, 0];
const ownerAndAdmins: Outcome[] = ["42501", 1, 0, 0, 1];

interface Rules {
  /** The column that identifies a row's owner. */
  of: string;
  /** A change that its owner might make, where any is allowed. */
  set: string;
  /** For each role, in their order. */
  read: Outcome[];
  change: Outcome[];
  remove: Outcome[];
}

const tables: Record<string, Rules> = {
  profiles: {
    ...{ of: "id", set: "full_name = 'X'" },
    ...{ read: ownerAndAdmins, change: ownerAlone, remove: nobody },
  },
  avatars: {
    ...{ of: "owner", set: "picture = 'y'" },
    ...{ read: ownerAndAdmins, change: ownerAlone, remove: ownerAlone },
  },
  first_admin: {
    ...{ of: "user_id", set: "claimed_at = now()" },
    ...{ read: nobody, change: nobody, remove: nobody },
  },
  subscriptions: {
    ...{ of: "user_id", set: "plan = 'business'" },
    ...{ read: ownerAndAdmins, change: nobody, remove: nobody },
  },
  plan_requests: {
    ...{ of: "user_id", set: "state = 'withdrawn'" },
    ...{ read: ownerAndAdmins, change: ownerAlone, remove: nobody },
  },
  api_keys: {
    ...{ of: "user_id", set: "revoked_at = now()" },
    ...{ read: ownerAndAdmins, change: ownerAlone, remove: nobody },
  },
  service_keys: {
    ...{ of: "id", set: "revoked_at = now()" },
    ...{ read: nobody, change: nobody, remove: nobody },
  },
  credit_entries: {
    ...{ of: "user_id", set: "amount = 1000" },
    ...{ read: ownerAndAdmins, change: nobody, remove: nobody },
  },
  audit_entries: {
    ...{ of: "subject", set: "reason = 'X'" },
    ...{ read: ["42501", 0, 0, 0, 1], change: nobody, remove: nobody },
  },
  recovery_codes: {
    ...{ of: "owner", set: "used_at = null" },
    ...{ read: ownerAlone, change: nobody, remove: nobody },
  },
  likes: {
    ...{ of: "user_id", set: "created_at = now()" },
    ...{ read: ownerAlone, change: nobody, remove: nobody },
  },
  comments: {
    ...{ of: "user_id", set: "state = 'approved'" },
    ...{ read: ownerAlone, change: nobody, remove: nobody },
  },
  messages: {
    ...{ of: "user_id", set: "state = 'open'" },
    ...{ read: ownerAndAdmins, change: nobody, remove: nobody },
  },
  network_keys: {
    ...{ of: "key", set: "day = now()" },
    ...{ read: nobody, change: nobody, remove: nobody },
  },
  past_credit_entries: {
    ...{ of: "account", set: "amount = 0" },
    ...{ read: nobody, change: nobody, remove: nobody },
  },
};

test("each has row-level security, and expectations in this test", async () => {
  const found = await rules.site.database.query<{ name: string; secured: boolean }>(
    `select relname as name, relrowsecurity as secured from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  expect(found).toEqual(
    Object.keys(tables)
      .sort()
      .map((name) => ({ name, secured: true })),
  );
});

describe.each(Object.entries(tables))("%s", (table, { of, set, read, change, remove }) => {
  /** The result for each role that tries it on the owner's row. */
  const outcomes = (statement: string) =>
    Promise.all(everybody.map((who) => rules.attempt(who, statement, [rules.accounts.owner.id])));

  test("are read by those whom they concern", async () => {
    expect(await outcomes(`select 1 from public.${table} where ${of} = $1`)).toEqual(read);
  });

  test("cannot be changed, deleted or truncated by anyone else", async () => {
    expect(
      await outcomes(`update public.${table} set ${set} where ${of} = $1 returning 1`),
    ).toEqual(change);
    expect(await outcomes(`delete from public.${table} where ${of} = $1 returning 1`)).toEqual(
      remove,
    );
    for (const who of everybody) {
      expect(await rules.attempt(who, `truncate public.${table} cascade`)).toBe("42501");
    }
  });

  test("cannot be created in another user's name", async () => {
    const [anon, , ...others] = await outcomes(`insert into public.${table} (${of}) values ($1)`);
    expect([anon, ...others]).toEqual(["42501", "42501", "42501", "42501"]);
  });
});
