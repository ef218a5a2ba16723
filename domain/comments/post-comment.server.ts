import { createHash } from "node:crypto";
import { z } from "zod";
import { sql, type SQL } from "drizzle-orm";
import { withService } from "@domain/database/database.server";
import { comments } from "@domain/database/tables.server";
import { brokenConstraint } from "@domain/database/transactions.server";
import { networkHash } from "@domain/networks/network-hash.server";
import type { CommentFields } from "./comment";
import { maxReplies } from "./threads.server";

/** Who writes: an account, or a visitor, known by the secret of their cookie. */
export type Author = { userId: string } | { visitor: string };

interface NewComment {
  /** The article's id. */
  article: string;
  /** The comment that it replies to. */
  parent: string | null;
  /** The form that it was sent with: each can be sent once. */
  form: string;
  author: Author;
  fields: CommentFields;
  clientIp: string;
  /** Whether authors with an approved comment need no approval again. */
  trusts: boolean;
}

/** What became of it; every outcome but the first two stores nothing. */
export type Posted = "published" | "held" | "sent-before" | "no-thread" | "too-many" | "queue-full";

/** How many comments a network, and an author, may send within an hour. */
const maxInHour = 10;

/** How many comments wait at most: what comes after them is not read by anyone soon. */
const maxWaiting = 5_000;

const facts = z.array(
  z.object({
    sent: z.boolean(),
    of_network: z.coerce.number(),
    of_author: z.coerce.number(),
    waiting: z.coerce.number(),
    replies: z.coerce.number().nullable(),
    trusted: z.boolean(),
  }),
);

/**
 * Stores a comment: at once visible where its author is trusted, else held until a moderator has
 * decided.
 */
export async function postComment(input: NewComment): Promise<Posted> {
  const { article, parent, form, author, fields, trusts } = input;
  const network = await networkHash(input.clientIp);
  const posting = withService<Posted>(async (tx) => {
    const identity =
      "userId" in author
        ? { userId: author.userId, visitor: null, email: null }
        : { userId: null, visitor: visitorHash(author.visitor), email: fields.email };
    const [known] = facts.parse([
      ...(await tx.execute(sql`select
        exists (select 1 from public.comments where form = ${form}) as sent,
        (select count(*) from public.comments
          where network = ${network} and created_at > now() - interval '1 hour') as of_network,
        (select count(*) from public.comments
          where ${isOwn(identity)} and created_at > now() - interval '1 hour') as of_author,
        (select count(*) from (
          select 1 from public.comments where state = 'pending' limit ${maxWaiting}
        ) as held) as waiting,
        (select (select count(*) from public.comments as reply
            where reply.parent = thread.id and reply.state = 'approved')
          from public.comments as thread where thread.id = ${parent}::uuid
          and thread.article = ${article} and thread.parent is null and thread.state = 'approved'
        ) as replies,
        ${isTrusted(identity, fields.name)} as trusted`)),
    ]);
    if (!known || known.sent) return "sent-before";
    if (parent && (known.replies === null || known.replies >= maxReplies)) return "no-thread";
    if (Math.max(known.of_network, known.of_author) >= maxInHour) return "too-many";
    const isShown = trusts && known.trusted;
    if (!isShown && known.waiting >= maxWaiting) return "queue-full";
    const added = await tx
      .insert(comments)
      .values({
        ...{ article, parent, form, network, ...identity },
        authorName: fields.name,
        body: fields.comment,
        state: isShown ? "approved" : "pending",
      })
      .onConflictDoNothing()
      .returning({ id: comments.id });
    if (added.length === 0) return "sent-before";
    return isShown ? "published" : "held";
  });
  return posting.catch((error: unknown) => {
    // The account, or the comment that it replies to, was deleted in the meantime.
    if (brokenConstraint(error)?.endsWith("_fkey")) return "no-thread";
    throw error;
  });
}

interface Identity {
  userId: string | null;
  visitor: string | null;
  email: string | null;
}

/**
 * Whether a comment is of this author: of the account, or of the same cookie with the same email
 * address, which nobody else can see.
 */
const isOwn = ({ userId, visitor, email }: Identity): SQL =>
  userId
    ? sql`user_id = ${userId}::uuid`
    : sql`visitor = ${visitor} and email is not distinct from ${email}`;

/**
 * Whether a moderator has approved a comment of this author under this name, and marked none as
 * spam. Under another name a trusted author could write as the site's own staff. A visitor without
 * an email address is never trusted.
 */
function isTrusted(author: Identity, name: string): SQL {
  const isKnown = author.userId !== null || author.email !== null;
  return sql`coalesce((
    select bool_or(state = 'approved' and author_name = ${name}) and not bool_or(state = 'spam')
    from public.comments where ${isKnown} and ${isOwn(author)}
  ), false)`;
}

/** The table does not have the cookie's secret, with which anyone could write as its owner. */
const visitorHash = (visitor: string) =>
  createHash("sha256").update(`comment\n${visitor}`).digest("hex");
