import { expect } from "vitest";
import { type Database, DatabaseError } from "@platen/postgres/database";
import { openAccountSite } from "./account-site";

/** The roles that the rules of the tables are tested with: the tested rows are the owner's. */
export const everybody = ["anon", "owner", "other", "editor", "admin"] as const;
export type Who = (typeof everybody)[number];

/** The accounts, one of each role, and how to run a statement as one of them. */
export async function openRuleSite() {
  const site = await openAccountSite();
  const accounts = {
    owner: await site.newAccount(),
    other: await site.newAccount(),
    editor: await site.newAccount("Editor"),
    admin: await site.newAccount("Admin"),
  };
  const attempt = (who: Who, statement: string, parameters: readonly unknown[] = []) =>
    tryAs(site.database, who === "anon" ? null : accounts[who].id, statement, parameters);
  return { site, accounts, attempt };
}

export type RuleSite = Awaited<ReturnType<typeof openRuleSite>>;

/**
 * Runs one statement as an account, and rolls it back.
 *
 * @param who an account's id, or all claims of a token; null for a visitor; "service_role" for the
 *   service itself
 * @returns how many rows it read or wrote (for writing, add `returning`), or the SQLSTATE by which
 *   it was refused
 */
export async function tryAs(
  database: Database,
  who: string | object | null,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<number | string> {
  const role = who === null ? "anon" : who === "service_role" ? who : "authenticated";
  const claims = typeof who === "object" && who ? { ...who, role } : { sub: who, role };
  class Done extends Error {
    constructor(readonly rows: number) {
      super();
    }
  }
  try {
    return await database.transaction(async (tx) => {
      await tx.query(
        "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
        [role, JSON.stringify(claims)],
      );
      const rows = await tx.query(statement, parameters);
      throw new Done(rows.length);
    });
  } catch (error) {
    if (error instanceof Done) return error.rows;
    if (error instanceof DatabaseError && error.code) return error.code;
    throw error;
  }
}

/** Expects Postgres to refuse with that SQLSTATE. */
export async function expectRefusal(
  code: string,
  work: Promise<unknown>,
  afterward: () => Promise<unknown> = async () => {},
): Promise<void> {
  const outcome = await work.then(
    () => "done",
    (error: unknown) => error,
  );
  await afterward();
  expect(outcome).toBeInstanceOf(DatabaseError);
  expect(outcome).toMatchObject({ code });
}
