import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Transaction } from "@platen/postgres/database";
import { includes } from "@domain/accounts/permissions";
import type { AccountSite } from "./support/account-site";
import {
  everybody,
  expectRefusal,
  openRuleSite,
  type RuleSite,
  tryAs,
} from "./support/row-level-access";

let site: AccountSite;
let accounts: RuleSite["accounts"];
let attempt: RuleSite["attempt"];

beforeAll(async () => {
  ({ site, accounts, attempt } = await openRuleSite());
  await site.database.query(
    `insert into public.audit_entries (actor, actor_name, action, subject, subject_name)
     values ($1, 'ada', 'user.role', $2, 'nora')`,
    [accounts.admin.id, accounts.owner.id],
  );
});
afterAll(() => site.close());

describe("the audit log", () => {
  const insert = `insert into public.audit_entries (actor_name, action) values ('me', 'user.role') returning id`;

  test.each(everybody)("is read by administrators only: %s", async (who) => {
    const read = await attempt(who, "select * from public.audit_entries");
    expect(read).toBe(who === "anon" ? "42501" : who === "admin" ? 1 : 0);
  });

  test.each(everybody)("is not written by any signed-in user: %s", async (who) => {
    expect(await attempt(who, insert)).toBe("42501");
    expect(await attempt(who, "update public.audit_entries set action = 'user.ban'")).toBe("42501");
    expect(await attempt(who, "delete from public.audit_entries")).toBe("42501");
    expect(await attempt(who, "truncate public.audit_entries")).toBe("42501");
  });

  test("can only be appended to by the service", async () => {
    const asService = (statement: string) => tryAs(site.database, "service_role", statement);
    expect(await asService(insert)).toBe(1);
    expect(await asService("update public.audit_entries set action = 'user.ban'")).toBe("42501");
    expect(await asService("delete from public.audit_entries")).toBe("42501");
    expect(await asService("truncate public.audit_entries")).toBe("42501");
  });

  test.each([
    "update public.audit_entries set action = 'user.ban'",
    "delete from public.audit_entries",
    "truncate public.audit_entries",
    "truncate public.audit_entries cascade",
    "insert into public.audit_entries (id, actor_name, action) overriding system value select id, 'x', 'user.ban' from public.audit_entries on conflict (id) do update set action = 'user.ban'",
    "set session_replication_role = replica; delete from public.audit_entries",
  ])("cannot be changed by the table's owner either: %s", async (statement) => {
    await expectRefusal("42501", site.database.execute(`begin; ${statement}; rollback`), () =>
      site.database.execute("rollback"),
    );
    await site.database.execute("set session_replication_role = default");
    const [row] = await site.database.query<{ action: string }>(
      "select action from public.audit_entries",
    );
    expect(row?.action).toBe("user.role");
  });

  test.each([
    '{"password": "x"}',
    '{"access_token": "x"}',
    '{"keyHash": "x"}',
    '{"deep": {"password": "x"}}',
    '["password"]',
    JSON.stringify({ text: "x".repeat(5000) }),
  ])("refuses secrets: %.40s", async (detail) => {
    for (const column of ["before", "after"]) {
      const statement = `insert into public.audit_entries (actor_name, action, ${column}) values ('me', 'user.role', $1) returning id`;
      const code = await tryAs(site.database, "service_role", statement, [detail]);
      expect(["23514", "22023"]).toContain(code);
    }
  });
});

test.each([
  ["owner", "User"],
  ["editor", "Editor"],
  ["admin", "Admin"],
] as const)("the database agrees with the permissions of the app on %s", async (who, role) => {
  const trail = await attempt(who, "select * from public.audit_entries");
  expect(Number(trail) > 0).toBe(includes(role, "audit.read"));
  const others = await attempt(who, "select * from public.profiles where id <> $1", [
    accounts[who].id,
  ]);
  expect(Number(others) > 0).toBe(includes(role, "users.read"));
});

describe("a profile", () => {
  test.each(everybody)("is read only by its owner and administrators: %s", async (who) => {
    const read = await attempt(who, "select * from public.profiles where id = $1", [
      accounts.owner.id,
    ]);
    expect(read).toBe(who === "anon" ? "42501" : who === "owner" || who === "admin" ? 1 : 0);
  });

  test.each(everybody)(
    "does not reveal other profiles except to administrators: %s",
    async (who) => {
      const read = await attempt(who, "select * from public.profiles");
      expect(read).toBe(who === "anon" ? "42501" : who === "admin" ? 4 : 1);
    },
  );

  test.each(["role = 'Admin'", "deleted_at = now()", "banned_until = null", "version = 1"])(
    "cannot be changed by its owner, or anyone else, in %s",
    async (change) => {
      for (const who of everybody) {
        const statement = `update public.profiles set ${change} where id = $1 returning id`;
        expect(await attempt(who, statement, [accounts.owner.id])).toBe("42501");
      }
    },
  );

  test.each(everybody)("has a name that only its owner can write: %s", async (who) => {
    const statement = "update public.profiles set full_name = 'X' where id = $1 returning id";
    const written = await attempt(who, statement, [accounts.owner.id]);
    expect(written).toBe(who === "anon" ? "42501" : who === "owner" ? 1 : 0);
  });

  test.each(everybody)("cannot be created or deleted by hand: %s", async (who) => {
    const made = "insert into public.profiles (id) values (gen_random_uuid())";
    expect(await attempt(who, made)).toBe("42501");
    expect(await attempt(who, "delete from public.profiles")).toBe("42501");
    expect(await attempt(who, "truncate public.profiles cascade")).toBe("42501");
  });

  test.each(everybody)("shows its sessions to its owner only: %s", async (who) => {
    expect(await attempt(who, "select * from public.sessions_of($1)", [accounts.owner.id])).toBe(
      "42501",
    );
    expect(await attempt(who, "select public.end_sessions_of($1)", [accounts.owner.id])).toBe(
      "42501",
    );
  });

  test("of a banned or deleted user shows them nothing", async () => {
    for (const column of ["banned_until", "deleted_at"]) {
      const set = (value: string) =>
        site.database.query(`update public.profiles set ${column} = ${value} where id = $1`, [
          accounts.other.id,
        ]);
      await set("now() + interval '1 hour'");
      expect(await attempt("other", "select * from public.profiles")).toBe(0);
      await set("null");
      expect(await attempt("other", "select * from public.profiles")).toBe(1);
    }
  });
});

describe("the last administrator", () => {
  const last = "P0001";
  const removals: [string, string][] = [
    ["demoted", "update public.profiles set role = 'User' where id = $1"],
    ["soft-deleted", "update public.profiles set deleted_at = now() where id = $1"],
    ["banned", "update auth.users set banned_until = now() + interval '1 hour' where id = $1"],
    ["unconfirmed", "update auth.users set email_confirmed_at = null where id = $1"],
    ["deleted by the auth service", "delete from auth.users where id = $1"],
    ["soft-deleted by the auth service", "update auth.users set deleted_at = now() where id = $1"],
  ];

  test.each(removals)("cannot be %s", async (_, statement) => {
    await expectRefusal(last, site.database.query(statement, [accounts.admin.id]));
    const [row] = await site.database.query("select role from public.profiles where id = $1", [
      accounts.admin.id,
    ]);
    expect(row).toEqual({ role: "Admin" });
  });

  test.each([
    "update public.profiles set role = 'User'",
    "delete from public.profiles",
    "delete from auth.users",
  ])("cannot be removed together with all others: %s", async (statement) => {
    await expectRefusal(last, site.database.query(statement));
  });

  test.each(["truncate public.profiles cascade", "truncate auth.users cascade"])(
    "cannot be removed by %s",
    async (statement) => {
      await expectRefusal("42501", site.database.query(statement));
    },
  );

  test.each(["repeatable read", "serializable"])(
    "is determined from the present state (%s)",
    async (isolation) => {
      const second = await site.newAccount("Admin");
      const demote = async (tx: Transaction) => {
        await tx.execute(`set transaction isolation level ${isolation}`);
        await tx.query("update public.profiles set role = 'User' where id = $1", [second.id]);
      };
      await expectRefusal("0A000", site.database.transaction(demote));
      await site.database.query("update public.profiles set role = 'User' where id = $1", [
        second.id,
      ]);
    },
  );

  test("does not count banned or unconfirmed ones", async () => {
    const second = await site.newAccount("Admin");
    await site.database.query(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [second.id],
    );
    await expectRefusal(
      last,
      site.database.query("update public.profiles set role = 'User' where id = $1", [
        accounts.admin.id,
      ]),
    );
    await site.database.query("update public.profiles set role = 'User' where id = $1", [
      second.id,
    ]);
  });
});
