import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { comments } from "@domain/database/tables.server";
import type { ServiceTx } from "@domain/database/transactions.server";

/**
 * Threads on one page of an article. Together these two limits allow 110 comments of 2,000
 * characters on a page: with 420 it took 120 ms to render, and one network could request it 150
 * times a minute.
 */
const threadsOnPage = 10;

/** The replies that a thread shows; it takes no more once it has them. */
export const maxReplies = 10;

/** A comment as every visitor may see it: its author's email address is not part of it. */
export interface PublicComment {
  id: string;
  name: string;
  text: string;
  createdAt: Date;
}

/** A comment with its replies, oldest first. */
export interface Thread extends PublicComment {
  replies: PublicComment[];
}

export interface Threads {
  threads: Thread[];
  /** Of all approved comments, replies included. */
  total: number;
  /** How many pages there are, 1 at least. */
  pages: number;
}

const isShown = eq(comments.state, "approved");

const shown = {
  id: comments.id,
  parent: comments.parent,
  name: comments.authorName,
  text: comments.body,
  createdAt: comments.createdAt,
};

/**
 * A page of an article's approved comments, oldest first.
 *
 * @param page counted from 1; beyond the last one there are no threads
 */
export async function readThreads(tx: ServiceTx, article: string, page: number): Promise<Threads> {
  const isThread = and(eq(comments.article, article), isNull(comments.parent), isShown);
  const heads = await tx
    .select(shown)
    .from(comments)
    .where(isThread)
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(threadsOnPage)
    .offset((page - 1) * threadsOnPage);
  const ids = heads.map(({ id }) => id);
  const replies =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(ranked(tx, ids))
          .where(sql`place <= ${maxReplies}`)
          .orderBy(sql`place`);
  const [counted] = await tx.select({ threads: count() }).from(comments).where(isThread);
  const perThread = tx
    .select({ shown: sql<number>`least(count(*), ${maxReplies})`.as("shown") })
    .from(comments)
    .innerJoin(head, eq(head.id, comments.parent))
    .where(and(eq(comments.article, article), isShown, sql`${head.state} = 'approved'`))
    .groupBy(comments.parent)
    .as("per_thread");
  const [answered] = await tx
    .select({ replies: sql`coalesce(sum(${perThread.shown}), 0)`.mapWith(Number) })
    .from(perThread);
  const threads = counted?.threads ?? 0;
  return {
    threads: heads.map((each) => ({
      ...publicly(each),
      replies: replies.filter(({ parent }) => parent === each.id).map(publicly),
    })),
    total: threads + (answered?.replies ?? 0),
    pages: Math.max(1, Math.ceil(threads / threadsOnPage)),
  };
}

const head = alias(comments, "head");

/**
 * The approved replies of threads, each with its place in its thread. A moderator can approve more
 * than a thread takes, because those wait that were sent in the meantime.
 */
const ranked = (tx: ServiceTx, threads: string[]) =>
  tx
    .select({
      ...shown,
      place: sql<number>`row_number() over (
        partition by ${comments.parent} order by ${comments.createdAt}, ${comments.id}
      )`.as("place"),
    })
    .from(comments)
    .where(and(inArray(comments.parent, threads), isShown))
    .as("ranked");

function publicly({ id, name, text, createdAt }: PublicComment): PublicComment {
  return { id, name, text, createdAt };
}
