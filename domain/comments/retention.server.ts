import { and, inArray, lt, sql } from "drizzle-orm";
import { withService } from "@domain/database/database.server";
import { comments } from "@domain/database/tables.server";

/** How long refused comments stay, in days: to undo a mistake. */
const refusedDays = 30;

/**
 * Deletes the comments that moderators refused thirty days ago, except for spam of authors with an
 * approved comment, who would be trusted again without it.
 */
export async function deleteRefusedComments(): Promise<void> {
  await withService((tx) =>
    tx.delete(comments).where(
      and(
        inArray(comments.state, ["rejected", "spam"]),
        lt(comments.decidedAt, sql`now() - make_interval(days => ${refusedDays}::int)`),
        sql`not (${comments.state} = 'spam' and exists (
            select 1 from public.comments as approved where approved.state = 'approved'
              and (approved.user_id = ${comments.userId}
                or (approved.visitor = ${comments.visitor} and approved.email = ${comments.email}))
          ))`,
      ),
    ),
  );
}
