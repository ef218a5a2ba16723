import { and, eq, inArray, isNotNull, ne, or, isNull, sql, type SQL } from "drizzle-orm";
import type { Administrator } from "@domain/accounts/administrator";
import { auditing, record } from "@domain/audit/audit.server";
import { withAdministrator } from "@domain/database/database.server";
import { messages } from "@domain/database/tables.server";
import type { MessageChange } from "./message-list";

/**
 * Changes messages, with one audit entry for all, in one transaction. Those that are gone, or that
 * the change would leave as they are, count as not changed: another administrator was faster.
 *
 * @returns how many it changed
 * @throws the 404 page for a user who is no longer an administrator
 */
export function changeMessages(
  { claims, viewer, ipAddress }: Administrator,
  ids: readonly string[],
  change: MessageChange,
): Promise<number> {
  return withAdministrator(claims, async (tx) => {
    const found = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(inArray(messages.id, [...ids]), isAffected(change, viewer.id)))
      // In one order, so that two administrators do not wait for each other.
      .orderBy(messages.id)
      .for("update");
    if (found.length === 0) return 0;
    return auditing(tx, async (audited) => {
      const affected = found.map(({ id }) => id);
      const isThese = inArray(messages.id, affected);
      if (change === "delete") await audited.delete(messages).where(isThese);
      else await audited.update(messages).set(fieldsOf(change, viewer.id)).where(isThese);
      // The entry outlives the messages: neither their texts nor their senders are part of it.
      const recorded = await record(
        audited,
        { id: viewer.id, name: viewer.email, ipAddress },
        { action: `message.${change}`, before: { messages: affected.join(", ") } },
      );
      return recorded.with(affected.length);
    });
  });
}

/** Which messages the change is not already true of. */
function isAffected(change: MessageChange, self: string): SQL | undefined {
  switch (change) {
    case "assign":
      return or(isNull(messages.assignee), ne(messages.assignee, self));
    case "unassign":
      return isNotNull(messages.assignee);
    case "close":
      return eq(messages.state, "open");
    case "reopen":
      return eq(messages.state, "closed");
    case "delete":
      return undefined;
  }
}

function fieldsOf(change: Exclude<MessageChange, "delete">, self: string) {
  switch (change) {
    case "assign":
      return { assignee: self };
    case "unassign":
      return { assignee: null };
    case "close":
      return { state: "closed" as const, closedAt: sql`now()` };
    case "reopen":
      return { state: "open" as const, closedAt: null };
  }
}
