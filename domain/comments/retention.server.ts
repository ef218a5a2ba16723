import { and, inArray, lt, sql } from "drizzle-orm";
import { withService } from "@domain/database/database.server";
import { comments } from "@domain/database/tables.server";

/** How long refused comments stay, in days: to undo a mistake, and to distrust their authors. */
const refusedDays = 30;

/** Deletes the comments that moderators refused thirty days ago. */
export async function deleteRefusedComments(): Promise<void> {
  await withService((tx) =>
    tx
      .delete(comments)
      .where(
        and(
          inArray(comments.state, ["rejected", "spam"]),
          lt(comments.decidedAt, sql`now() - make_interval(days => ${refusedDays}::int)`),
        ),
      ),
  );
}
