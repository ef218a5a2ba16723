import { and, eq, lt, sql } from "drizzle-orm";
import { withService } from "@domain/database/database.server";
import { messages } from "@domain/database/tables.server";

/** How long closed messages stay, in days: until then they can be reopened. */
const closedDays = 30;

/** Deletes the messages that were closed thirty days ago. */
export async function deleteClosedMessages(): Promise<void> {
  await withService((tx) =>
    tx
      .delete(messages)
      .where(
        and(
          eq(messages.state, "closed"),
          lt(messages.closedAt, sql`now() - make_interval(days => ${closedDays}::int)`),
        ),
      ),
  );
}
