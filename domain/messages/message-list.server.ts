import { and, desc, eq, ilike, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedInUser } from "@domain/accounts/administrator";
import {
  decodeCursor,
  encodeCursor,
  instantOf,
  microsecondsOf,
} from "@domain/database/cursor.server";
import { withUser } from "@domain/database/database.server";
import { messages, profiles } from "@domain/database/tables.server";
import type { MessageFilter } from "./message-list";

const cursor = z.tuple([z.int().nonnegative(), z.uuid()]);

const listed = {
  id: messages.id,
  name: messages.senderName,
  email: messages.email,
  subject: messages.subject,
  state: messages.state,
  createdAt: messages.createdAt,
  assignee: messages.assignee,
  assigneeName: sql<string | null>`coalesce(${profiles.fullName}, ${profiles.email})`,
};

/**
 * One page of the messages that match the filter, newest first, and the cursor after it, as far as
 * the signed-in user may read them.
 *
 * @throws a 400 Response when `after` is not a position in the list
 */
export async function listMessages(
  { claims }: Pick<SignedInUser, "claims">,
  { q, state, after }: MessageFilter,
  limit: number,
) {
  const place = decodeCursor(cursor, after);
  const part = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await withUser(claims, (tx) =>
    tx
      .select({ ...listed, moment: microsecondsOf(messages.createdAt) })
      .from(messages)
      .leftJoin(profiles, eq(profiles.id, messages.assignee))
      .where(
        and(
          state === "all" ? undefined : eq(messages.state, state),
          q ? or(ilike(messages.email, part), ilike(messages.subject, part)) : undefined,
          place &&
            sql`(${messages.createdAt}, ${messages.id}) < (${instantOf(place[0])}, ${place[1]}::uuid)`,
        ),
      )
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(limit + 1),
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    messages: rows.slice(0, limit),
    next: last ? encodeCursor([last.moment, last.id]) : null,
  };
}

/** One message; null when there is none that the signed-in user may read. */
export async function readMessage({ claims }: Pick<SignedInUser, "claims">, id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [message] = await withUser(claims, (tx) =>
    tx
      .select({
        ...listed,
        userId: messages.userId,
        company: messages.company,
        text: messages.body,
        closedAt: messages.closedAt,
      })
      .from(messages)
      .leftJoin(profiles, eq(profiles.id, messages.assignee))
      .where(eq(messages.id, id)),
  );
  return message ?? null;
}

/** The navigation counts no further: the number is read with each page of the administration. */
const maxCounted = 100;

/** How many messages are open, {@link maxCounted} at most. */
export async function countOpenMessages({ claims }: Pick<SignedInUser, "claims">): Promise<number> {
  return withUser(claims, async (tx) => {
    const open = tx
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.state, "open"))
      .limit(maxCounted)
      .as("open");
    return tx.$count(open);
  });
}
