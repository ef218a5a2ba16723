import { and, inArray, ne, sql } from "drizzle-orm";
import type { Administrator } from "@domain/accounts/administrator";
import { auditing, record, type AuditedTx, type Recorded } from "@domain/audit/audit.server";
import { withModerator } from "@domain/database/database.server";
import { comments } from "@domain/database/tables.server";
import type { ModeratorTx } from "@domain/database/transactions.server";
import type { CommentState, Decision } from "./comment-list";

const states = { approve: "approved", reject: "rejected", spam: "spam" } as const;

/** What a decision has changed. */
export interface Moderated {
  changed: number;
  /** The ids of the articles whose comments they are. */
  articles: string[];
}

/**
 * Decides about comments, with one audit entry for all, in one transaction. Those that are gone, or
 * in that state already, stay as they are: another moderator was faster.
 *
 * @throws the 404 page for a user who may no longer moderate
 */
export function moderate(
  moderator: Administrator,
  ids: readonly string[],
  decision: Decision,
): Promise<Moderated> {
  return withModerator(moderator.claims, async (tx) => {
    const found = await tx
      .select({ id: comments.id, article: comments.article, state: comments.state })
      .from(comments)
      .where(
        and(
          inArray(comments.id, [...ids]),
          decision === "delete" ? undefined : ne(comments.state, states[decision]),
        ),
      )
      // In one order, so that two moderators do not wait for each other.
      .orderBy(comments.id)
      .for("update");
    if (found.length === 0) return { changed: 0, articles: [] };
    return auditing(tx, async (audited) => {
      const recorded = await decide(audited, moderator, found, decision);
      return recorded.with({
        changed: found.length,
        articles: distinct(found.map(({ article }) => article)),
      });
    });
  });
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

async function decide(
  tx: AuditedTx<ModeratorTx>,
  { viewer, ipAddress }: Administrator,
  found: readonly { id: string; article: string; state: CommentState }[],
  decision: Decision,
): Promise<Recorded<void>> {
  const ids = found.map(({ id }) => id);
  if (decision === "delete") await tx.delete(comments).where(inArray(comments.id, ids));
  else
    await tx
      .update(comments)
      .set({ state: states[decision], decidedAt: sql`now()` })
      .where(inArray(comments.id, ids));
  const actor = { id: viewer.id, name: viewer.email, ipAddress };
  // The entry outlives the comments: neither their texts nor their authors are part of it. One for
  // each comment let an editor fill the log, which nobody can shorten, with 1.5 GB a day.
  return record(tx, actor, {
    action: `comment.${decision}`,
    before: {
      comments: ids.join(", "),
      articles: distinct(found.map(({ article }) => article)).join(", "),
      state: distinct(found.map(({ state }) => state)).join(", "),
    },
    ...(decision !== "delete" && { after: { state: states[decision] } }),
  });
}
