import { and, desc, eq, ilike, or, sql } from "drizzle-orm";
import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import type { SignedInUser } from "@domain/accounts/administrator";
import {
  decodeCursor,
  encodeCursor,
  instantOf,
  microsecondsOf,
} from "@domain/database/cursor.server";
import { withModerator } from "@domain/database/database.server";
import { comments } from "@domain/database/tables.server";
import type { CommentFilter } from "./comment-list";

const cursor = z.tuple([z.int().nonnegative(), uuid]);

/**
 * One page of the comments that match the filter, newest first, and the cursor after it.
 *
 * @throws a 400 Response when `after` is not a position in the list; the 404 page for a user who
 * may no longer moderate.
 */
export function listComments(
  { claims }: Pick<SignedInUser, "claims">,
  { q, state, article, after }: CommentFilter,
  limit: number,
) {
  const place = decodeCursor(cursor, after);
  const part = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return withModerator(claims, async (tx) => {
    const rows = await tx
      .select({
        id: comments.id,
        article: comments.article,
        parent: comments.parent,
        name: comments.authorName,
        email: comments.email,
        userId: comments.userId,
        text: comments.body,
        state: comments.state,
        createdAt: comments.createdAt,
        moment: microsecondsOf(comments.createdAt),
      })
      .from(comments)
      .where(
        and(
          state === "all" ? undefined : eq(comments.state, state),
          article ? eq(comments.article, article) : undefined,
          q
            ? or(
                ilike(comments.authorName, part),
                ilike(comments.email, part),
                ilike(comments.body, part),
              )
            : undefined,
          place &&
            sql`(${comments.createdAt}, ${comments.id}) < (${instantOf(place[0])}, ${place[1]}::uuid)`,
        ),
      )
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(limit + 1);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      comments: rows.slice(0, limit),
      next: last ? encodeCursor([last.moment, last.id]) : null,
    };
  });
}
