import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { microBatch } from "./micro-batching.server";
import { debit, type EntryOutcome, reverse } from "@domain/plans/credits.server";
import {
  lockAndSettleAccount,
  type PlanStatus,
  readPlanStatuses,
} from "@domain/plans/plan-status.server";
import { withService } from "@domain/database/database.server";
import type { ServiceTx } from "@domain/database/transactions.server";
import { isStorageFull } from "@domain/resilience/service-unavailable.server";
import type { KeyRefusal, UsageMessage, VerifyMessage } from "./message-schemas";
import type { Plans, ReadPlans } from "@domain/plans/plan.server";
import { hashSecretKey } from "@platen/kit";
import { apiKeys, creditEntries, serviceKeys } from "@domain/database/tables.server";

/** What is known of a key that is presented. */
interface KeyFacts {
  id: string;
  userId: string;
  name: string;
  scopes: string[];
  expiresAt: Date | null;
  isRevoked: boolean;
  isExpired: boolean;
  isSuspended: boolean;
}

/** What the gateway receives about a key. */
export type Verdict =
  | { outcome: "unknown-service-key" }
  | { outcome: "refused"; refusal: KeyRefusal; key: KeyFacts | null; planStatus: PlanStatus | null }
  | { outcome: "valid"; key: KeyFacts; planStatus: PlanStatus };

/** The outcome of a message about usage. */
export type Usage =
  EntryOutcome | { outcome: "unknown-service-key" } | { outcome: "refused"; refusal: KeyRefusal };

const facts = {
  id: apiKeys.id,
  userId: apiKeys.userId,
  name: apiKeys.name,
  scopes: apiKeys.scopes,
  expiresAt: apiKeys.expiresAt,
  isRevoked: sql<boolean>`${apiKeys.revokedAt} is not null`,
  isExpired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= clock_timestamp(), false)`,
  isSuspended: sql<boolean>`public.is_suspended(${apiKeys.userId})`,
};

/**
 * A use is recorded once in this time: a write for every call would make reading the keys as
 * expensive as changing them.
 */
const recordedAfter = sql`now() - interval '1 minute'`;

/**
 * Makes the function that says whether a key may do what its holder requests, as of now: revoking,
 * suspending and spending take effect at once. It gets the service key of the calling gateway, and
 * throws a 503 Response while the database or the lake is unavailable.
 */
export function createVerifier(readPlans: ReadPlans) {
  // Simultaneous calls share one transaction: the price of one is paid for many.
  const verifyTogether = microBatch(
    async (calls: readonly VerifyCall[]) => verifyBatch(calls, await readPlans()),
    { atOnce: 2, maxBatch: 200 },
  );
  return (secret: string, message: VerifyMessage): Promise<Verdict> =>
    verifyTogether({ service: hashSecretKey(secret), hash: hashSecretKey(message.key), message });
}

interface VerifyCall {
  service: string;
  hash: string;
  message: VerifyMessage;
}

async function verifyBatch(
  calls: readonly VerifyCall[],
  plans: Plans,
): Promise<(Verdict | Error)[]> {
  const { services, keys, planStatuses } = await withService(async (tx) => {
    const [services, keys] = await Promise.all([
      readServiceKeys(
        tx,
        calls.map(({ service }) => service),
      ),
      tx
        .select({ ...facts, hash: apiKeys.hash, usedLongAgo: longAgo(apiKeys.lastUsedAt) })
        .from(apiKeys)
        .where(inArray(apiKeys.hash, [...new Set(calls.map(({ hash }) => hash))])),
    ]);
    const owners = [...new Set(keys.map((key) => key.userId))];
    return { services, keys, planStatuses: await readPlanStatuses(tx, plans, owners) };
  });
  const failed = await grantDue(plans, planStatuses);
  const verdicts = calls.map(({ service, hash, message }): Verdict | Error => {
    if (!services.some(({ hash }) => hash === service)) return { outcome: "unknown-service-key" };
    const key = keys.find((candidate) => candidate.hash === hash) ?? null;
    const planStatus = (key && planStatuses.get(key.userId)) ?? null;
    const failure = key && failed.get(key.userId);
    if (failure) return failure;
    const refusal = refusalOf(key, message.scope) ?? shortage(planStatus, message.credits);
    if (!key || !planStatus || refusal) {
      return { outcome: "refused", refusal: refusal ?? "unknown", key, planStatus };
    }
    return { outcome: "valid", key, planStatus };
  });
  const used = new Set(
    verdicts.flatMap((each) => ("key" in each && each.outcome === "valid" ? [each.key.id] : [])),
  );
  const longUnused = keys.filter(({ id, usedLongAgo }) => usedLongAgo && used.has(id));
  await noteUse(
    longUnused.map(({ id }) => id).sort(),
    services.filter(({ usedLongAgo }) => usedLongAgo).map(({ id }) => id),
  );
  return verdicts;
}

/**
 * Grants what is due to accounts whose period has begun, each in a transaction of its own, so that
 * one failing account does not fail the whole batch. Returns those that failed.
 */
async function grantDue(plans: Plans, planStatuses: Map<string, PlanStatus>) {
  const broken = new Map<string, Error>();
  const due = [...planStatuses.values()].filter(({ balance, plan }) => balance === null && plan);
  await Promise.all(
    due.map(async ({ userId }) => {
      try {
        const settled = await withService((tx) => lockAndSettleAccount(tx, plans, userId));
        if (settled) planStatuses.set(userId, settled);
      } catch (error) {
        // The database is unavailable, for every account.
        if (error instanceof Response && !isStorageFull(error)) throw error;
        const trouble = new Error("A due grant could not be made.", { cause: error });
        broken.set(userId, error instanceof Error ? error : trouble);
      }
    }),
  );
  return broken;
}

/**
 * Takes credits from the account of a key. The same idempotency key gets the same response again,
 * whatever has happened to the API key since.
 */
export async function recordUsage(
  secret: string,
  message: UsageMessage,
  plans: Plans,
): Promise<Usage> {
  return withService(async (tx) => {
    if (!(await admitService(tx, secret))) return { outcome: "unknown-service-key" };
    const [key] = await tx.select(facts).from(apiKeys).where(eq(apiKeys.id, message.keyId));
    if (!key) return { outcome: "refused", refusal: "unknown" };
    const refusal = refusalOf(key);
    if (refusal && !(await isEntered(tx, key.userId, message.idempotencyKey))) {
      return { outcome: "refused", refusal };
    }
    const { keyId: apiKeyId, ...rest } = message;
    return debit(tx, plans, { userId: key.userId, apiKeyId, ...rest });
  });
}

/** Gives back the credits of an operation that then failed. */
export async function reverseUsage(secret: string, entryId: string, plans: Plans): Promise<Usage> {
  return withService(async (tx) => {
    if (!(await admitService(tx, secret))) return { outcome: "unknown-service-key" };
    return reverse(tx, plans, entryId);
  });
}

function refusalOf(key: KeyFacts | null, scope?: string): KeyRefusal | null {
  if (!key) return "unknown";
  if (key.isRevoked) return "revoked";
  if (key.isExpired) return "expired";
  if (key.isSuspended) return "suspended";
  return scope !== undefined && !key.scopes.includes(scope) ? "scope" : null;
}

function shortage(planStatus: PlanStatus | null, credits: number): KeyRefusal | null {
  if (!planStatus?.plan) return "plan_unknown";
  return (planStatus.balance ?? 0) < credits ? "insufficient_credits" : null;
}

const longAgo = (used: typeof apiKeys.lastUsedAt | typeof serviceKeys.lastUsedAt) =>
  sql<boolean>`coalesce(${used} < ${recordedAfter}, true)`;

/** The service keys that work, of those with these hashes. */
const readServiceKeys = (tx: ServiceTx, hashes: readonly string[]) =>
  tx
    .select({
      id: serviceKeys.id,
      hash: serviceKeys.hash,
      usedLongAgo: longAgo(serviceKeys.lastUsedAt),
    })
    .from(serviceKeys)
    .where(and(inArray(serviceKeys.hash, [...new Set(hashes)]), isNull(serviceKeys.revokedAt)));

/** Whether that is a service key that works. Records its use. */
async function admitService(tx: ServiceTx, secret: string): Promise<boolean> {
  const [service] = await readServiceKeys(tx, [hashSecretKey(secret)]);
  if (service?.usedLongAgo) await noteIn(tx, serviceKeys, [service.id]);
  return service !== undefined;
}

/** Records that keys were used just now. On a full disk they are verified all the same. */
async function noteUse(keys: readonly string[], services: readonly string[]): Promise<void> {
  if (keys.length + services.length === 0) return;
  try {
    await withService(async (tx) => {
      await noteIn(tx, apiKeys, keys);
      await noteIn(tx, serviceKeys, services);
    });
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}

async function noteIn(
  tx: ServiceTx,
  table: typeof apiKeys | typeof serviceKeys,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(table)
    .set({ lastUsedAt: sql`now()` })
    .where(inArray(table.id, [...ids]));
}

async function isEntered(tx: ServiceTx, userId: string, idempotencyKey: string) {
  const found = await tx
    .select({ id: creditEntries.id })
    .from(creditEntries)
    .where(
      and(
        eq(creditEntries.userId, userId),
        eq(creditEntries.kind, "debit"),
        eq(creditEntries.idempotencyKey, idempotencyKey),
      ),
    );
  return found.length > 0;
}
