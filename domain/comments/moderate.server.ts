import { and, eq, inArray, ne, sql } from "drizzle-orm";
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
 * Decides about comments, each with an audit entry, in one transaction. Those that are gone, or in
 * that state already, stay as they are: another moderator was faster.
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
    const [first, ...rest] = found;
    if (!first) return { changed: 0, articles: [] };
    return auditing(tx, async (audited) => {
      let recorded = await decide(audited, moderator, first, decision);
      for (const each of rest) recorded = await decide(audited, moderator, each, decision);
      const articles = [...new Set(found.map(({ article }) => article))];
      return recorded.with({ changed: found.length, articles });
    });
  });
}

async function decide(
  tx: AuditedTx<ModeratorTx>,
  { viewer, ipAddress }: Administrator,
  { id, article, state }: { id: string; article: string; state: CommentState },
  decision: Decision,
): Promise<Recorded<void>> {
  if (decision === "delete") await tx.delete(comments).where(eq(comments.id, id));
  else
    await tx
      .update(comments)
      .set({ state: states[decision], decidedAt: sql`now()` })
      .where(eq(comments.id, id));
  const actor = { id: viewer.id, name: viewer.email, ipAddress };
  // The entry outlives the comment: neither its text nor its author is part of it.
  return record(tx, actor, {
    action: `comment.${decision}`,
    before: { comment: id, article, state },
    ...(decision !== "delete" && { after: { state: states[decision] } }),
  });
}
