import { inArray } from "drizzle-orm";
import { withService } from "@domain/database/database.server";
import { apiKeys } from "@domain/database/tables.server";
import type { Plans, ReadPlans } from "@domain/plans/plan.server";
import {
  lockAndSettleAccount,
  type PlanStatus,
  readPlanStatuses,
} from "@domain/plans/plan-status.server";
import { isStorageFull } from "@domain/resilience/service-unavailable.server";
import { hashSecretKey } from "@platen/kit";
import { readServiceKeys } from "./admit-service.server";
import { longAgo, noteUse } from "./last-used.server";
import type { KeyRefusal, VerifyMessage } from "./message-schemas";
import { microBatch } from "./micro-batching.server";
import { type KeyFacts, keyFacts, refusalOf } from "./presented-key.server";

/** What the gateway receives about a key. */
export type Verdict =
  | { outcome: "unknown-service-key" }
  | { outcome: "refused"; refusal: KeyRefusal; key: KeyFacts | null; planStatus: PlanStatus | null }
  | { outcome: "valid"; key: KeyFacts; planStatus: PlanStatus };

/**
 * Makes the function that says whether a key may do what its holder requests, as of now: revoking,
 * suspending and spending take effect immediately. It gets the service key of the calling gateway,
 * and throws a 503 Response while the database or the lake is unavailable.
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
        .select({ ...keyFacts, hash: apiKeys.hash, usedLongAgo: longAgo(apiKeys.lastUsedAt) })
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
 * Grants what is due to accounts whose period has begun, each in its own transaction, so that
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

function shortage(planStatus: PlanStatus | null, credits: number): KeyRefusal | null {
  if (!planStatus?.plan) return "plan_unknown";
  return (planStatus.balance ?? 0) < credits ? "insufficient_credits" : null;
}
