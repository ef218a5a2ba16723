import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
const keyId = randomUUID();
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
    "insert into public.service_keys (name, prefix, hash) values ('gateway', 'svc_abcdef', $1)",
    [hash("b")],
  );
});
afterAll(() => site.close());

test.each(["hash", "*"])("nobody can read api_keys.%s, not even the owner", async (what) => {
  for (const who of everybody) {
    expect(await attempt(who, `select ${what} from public.api_keys`)).toBe("42501");
  }
});

describe("a key", () => {
  const make = (id: string) =>
    [
      `insert into public.api_keys (id, user_id, name, prefix, hash, scopes)
     values ($1, $2, 'Mine', 'pdf_zzzzzz', $3, '{edit}') returning 1`,
      [randomUUID(), id, hash("c")],
    ] as const;

  test("is created for oneself", async () => {
    expect(await attempt("other", ...make(accounts.other.id))).toBe(1);
    for (const who of everybody.filter((each) => each !== "owner")) {
      expect([who, await attempt(who, ...make(accounts.owner.id))]).toEqual([who, "42501"]);
    }
  });

  test("can be revoked by its owner, permanently", async () => {
    const revoke = "update public.api_keys set revoked_at = now() where id = $1 returning 1";
    const outcomes = everybody.map((who) => attempt(who, revoke, [keyId]));
    expect(await Promise.all(outcomes)).toEqual(["42501", 1, 0, 0, 0]);
    await site.database.query(revoke, [keyId]);
    const back = "update public.api_keys set revoked_at = null where id = $1 returning 1";
    expect(await attempt("owner", back, [keyId])).toBe(0);
  });

  test("cannot get another secret, owner, name or more permissions", async () => {
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

  test("cannot get a longer lifetime from anyone", async () => {
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

  test("cannot be replaced by an existing key, which would allow an eleventh", async () => {
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

  test("cannot be replaced by another user's", async () => {
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
    ["a name of 61 characters", "name", "x".repeat(61)],
    ["no name", "name", ""],
    ["a name of two lines", "name", "a\nb"],
    ["a plain secret for a hash", "hash", "pdf_secret"],
    ["a longer prefix", "prefix", "pdf_abcdefghijkl"],
  ])("cannot have %s", async (_what, column, value) => {
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
])("users have no access to service keys: %s", async (statement) => {
  for (const who of everybody) expect([who, await attempt(who, statement)]).toEqual([who, "42501"]);
});
