import { sql, type SQL, type ExtractTablesWithRelations } from "drizzle-orm";
import type { PgTransaction } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { z } from "zod";
import { currentRequester, FairSlots } from "@platen/kit";
import { connect, Connections, isConnectionError } from "./connection.server";
import { withTimeout } from "@domain/resilience/timeout.server";
import { serviceUnavailable, storageFull } from "@domain/resilience/service-unavailable.server";
import { beginServiceCall, type ServiceCall } from "@domain/resilience/service-call-metrics.server";
import type { Claims } from "@domain/accounts/claims";

type Schema = Record<string, never>;
export type Transaction = PgTransaction<
  PostgresJsQueryResultHKT,
  Schema,
  ExtractTablesWithRelations<Schema>
>;

// Only this module has the symbols, so only its functions make these transactions: a query that
// needs a permission does not compile in a transaction that lacks it.
const user = Symbol("user");
const service = Symbol("service");
const administrator = Symbol("administrator");
const moderator = Symbol("moderator");

/** Under row-level security: sees and changes what one user may. */
export type UserTx = Transaction & { readonly [user]: true };
/** With the service role's permissions, which bypass row-level security. */
export type ServiceTx = Transaction & { readonly [service]: true };
/** Like {@link ServiceTx}, on behalf of a user who is an administrator at that time. */
export type AdminTx = ServiceTx & { readonly [administrator]: true };
/** Like {@link ServiceTx}, on behalf of a user who may moderate comments at that time. */
export type ModeratorTx = ServiceTx & { readonly [moderator]: true };

/**
 * The constraint of the schema that refused a statement, by its name; null for every other error.
 */
export const brokenConstraint = (error: unknown): string | null =>
  refusalOf(error)?.constraint_name ?? null;

/** Whether the schema refused a statement because no administrator would be left. */
export const leavesNoAdministrator = (error: unknown): boolean =>
  brokenConstraint(error) === "last_administrator";

/** Postgres's error for a statement; null for an error of another kind. */
function refusalOf(error: unknown): postgres.PostgresError | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof postgres.PostgresError ? cause : null;
}

/** SQLSTATE disk_full: the embedded database reports it before its disk is full. */
const diskFull = "53100";

/**
 * SQLSTATE statement_too_complex: a text of a thousand open brackets, which the embedded database
 * could not survive as JSON. The visitor sent it: a comment of them was a 500.
 */
const tooComplex = "54001";

/**
 * Whether a policy of row-level security refused to write a row. For a user's own rows, this
 * happens when the session ended after the guard checked it (a form submitted while signing out);
 * it used to be reported as a 500.
 */
const isRowPolicyViolation = (refusal: postgres.PostgresError | null) =>
  refusal?.code === "42501" && refusal.message.includes("row-level security policy");

const signInAgain = () => new Response(null, { status: 302, headers: { Location: "/login" } });

const allowed = z.array(z.object({ allowed: z.boolean() }));

/**
 * Connections, and transactions in flight; the rest queue fairly by visitor network. The embedded
 * database has one session, which the auth service shares: more would only wait there.
 */
const maxConnections = 4;

/**
 * The maximum duration of a transaction, in milliseconds. A database that accepts connections but
 * never responds, or that is locked, would keep every page that queries it waiting forever.
 */
const maxMilliseconds = 10_000;

/**
 * Opens the database at this URL: its transactions, each with the permissions that its function
 * names, and how to close it.
 */
export function openTransactions(databaseUrl: string) {
  const connections = new Connections(() =>
    connect(databaseUrl, {
      max: maxConnections,
      connect_timeout: 5,
      // The default is up to 20 seconds: accounts stayed unavailable long after a killed backend
      // had come back.
      backoff: (retries) => Math.min(3 ** retries / 100, 0.5),
    }),
  );
  const slots = new FairSlots(maxConnections);

  /**
   * Runs `work` as the user of these claims, under row-level security, in one transaction. `claims`
   * must come from a verified token; without claims it runs as `anon`, which may read nothing.
   */
  function withUser<T>(claims: Claims | null, work: (tx: UserTx) => Promise<T>): Promise<T> {
    const asUser = (tx: Transaction) => work(Object.assign(tx, { [user]: true as const }));
    // The role is a constant, never the token's own string: a forged claim could otherwise name
    // service_role.
    return claims
      ? transact("authenticated", claims, asUser)
      : transact("anon", { role: "anon" }, asUser);
  }

  /**
   * Runs `work` with the service role's permissions, bypassing row-level security, in one
   * transaction: for what no user may do to themselves (granting a role). Check the requester's
   * permission before calling it.
   */
  function withService<T>(work: (tx: ServiceTx) => Promise<T>): Promise<T> {
    return transact("service_role", { role: "service_role" }, (tx) =>
      work(Object.assign(tx, { [service]: true as const })),
    );
  }

  /**
   * Runs `work` with the service role's permissions on behalf of an administrator, in one
   * transaction that first checks that they still are one: they may have been demoted, banned or
   * signed out since their page was opened. Throws the 404 page when they are not.
   */
  function withAdministrator<T>(claims: Claims, work: (tx: AdminTx) => Promise<T>): Promise<T> {
    return transact("service_role", claims, async (tx) => {
      await check(tx, sql`select public.is_admin() as allowed`);
      return work(Object.assign(tx, { [service]: true as const, [administrator]: true as const }));
    });
  }

  /** Like `withAdministrator`, on behalf of a user who may moderate comments. */
  function withModerator<T>(claims: Claims, work: (tx: ModeratorTx) => Promise<T>): Promise<T> {
    return transact("service_role", claims, async (tx) => {
      await check(tx, sql`select public.is_moderator() as allowed`);
      return work(Object.assign(tx, { [service]: true as const, [moderator]: true as const }));
    });
  }

  async function check(tx: Transaction, permission: SQL): Promise<void> {
    const rows = await tx.execute(permission);
    if (!allowed.parse([...rows])[0]?.allowed) throw new Response(null, { status: 404 });
  }

  async function transact<T>(
    role: "anon" | "authenticated" | "service_role",
    claims: Partial<Claims>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const end = beginServiceCall("database");
    let outcome: ServiceCall["outcome"] = "responded";
    const timeout = new AbortController();
    const { signal } = timeout;
    const run = (pool: postgres.Sql) =>
      drizzle(pool).transaction(async (tx) => {
        // Sent together with the first statement of the work, which follows it: each exchange waits
        // for whatever the process computes at that time, and holds the database.
        const identity = tx
          .execute(
            sql`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`,
          )
          .execute();
        const [result] = await Promise.all([work(tx), identity]);
        // Do not commit: the visitor has already been told that the database is unavailable.
        signal.throwIfAborted();
        return result;
      });
    const begin = () => connections.use(run);
    try {
      const transaction = slots.run(currentRequester() ?? role, begin, signal);
      return await withTimeout(transaction, maxMilliseconds, () => {
        outcome = "failed";
        const error = new Error("A transaction took more than ten seconds.");
        timeout.abort(error);
        return serviceUnavailable("database", error);
      });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code === diskFull) throw storageFull();
      if (refusal?.code === tooComplex) throw new Response(null, { status: 400 });
      if (role === "authenticated" && isRowPolicyViolation(refusal)) throw signInAgain();
      if (!isConnectionError(error)) throw error;
      outcome = "failed";
      throw serviceUnavailable("database", error);
    } finally {
      end(outcome);
    }
  }

  return {
    withUser,
    withService,
    withAdministrator,
    withModerator,
    close: () => connections.end(),
  };
}
