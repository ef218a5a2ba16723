import { type AuditDetail, auditEntries } from "@domain/database/tables.server";
import type { AdminTx, ServiceTx } from "@domain/database/transactions.server";
import type { AuditAction } from "./audit";

/** The actor: a user of the site; without an id, someone with a shell on its server. */
export interface Actor {
  id: string | null;
  name: string;
  /** The IP address of the request; null from a shell. */
  ipAddress: string | null;
}

interface AuditInput {
  action: AuditAction;
  /** The user it is done to; without an id, someone who has no account yet. */
  subject?: { id?: string; email: string };
  reason?: string;
  before?: AuditDetail;
  after?: AuditDetail;
}

/**
 * Proof that an action is in the audit log, with the action's result: only `record` makes it.
 */
class Recorded<T> {
  readonly #result: T;

  constructor(result: T) {
    this.#result = result;
  }

  get result(): T {
    return this.#result;
  }

  with<R>(result: R): Recorded<R> {
    return new Recorded(result);
  }
}

export type { Recorded };

const audited = Symbol("audited");

/** A transaction, an administrator's or a moderator's, that does not commit without an audit entry. */
export type AuditedTx<Tx extends ServiceTx = AdminTx> = Tx & { readonly [audited]: true };

/** Lets a transaction change what must not change without an audit entry. */
export async function auditing<Tx extends ServiceTx, T>(
  tx: Tx,
  work: (tx: AuditedTx<Tx>) => Promise<Recorded<T>>,
): Promise<T> {
  return (await work(Object.assign(tx, { [audited]: true as const }))).result;
}

/**
 * Records who did what, in the transaction of the action itself: neither exists without the other.
 */
export async function record(
  tx: ServiceTx,
  actor: Actor,
  entry: AuditInput,
): Promise<Recorded<void>> {
  await tx.insert(auditEntries).values({
    actor: actor.id,
    actorName: actor.name || "unknown",
    ipAddress: actor.ipAddress?.slice(0, 64),
    action: entry.action,
    subject: entry.subject?.id,
    subjectName: entry.subject?.email,
    reason: entry.reason || null,
    before: entry.before,
    after: entry.after,
  });
  return new Recorded(undefined);
}
