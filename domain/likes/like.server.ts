import { createHash } from "node:crypto";
import { and, count, eq, sql } from "drizzle-orm";
import { withService } from "@domain/database/database.server";
import { likes } from "@domain/database/tables.server";
import type { ServiceTx } from "@domain/database/transactions.server";
import { networkHash } from "@domain/networks/network-hash.server";

/** Whose like it is: an account's, or that of a visitor, known by the secret of their cookie. */
export type Liker = { userId: string } | { visitor: string };

/**
 * How many likes of one article a network may give within a day: an office or a school, but no
 * program that starts without cookies each time.
 */
const maxOfNetwork = 100;

/**
 * Likes an article. Liking it again has no effect.
 *
 * @param article the document's id
 * @returns whether it is liked now, which is false when the visitor's network has given too many,
 *   and whether that is new
 */
export async function likeArticle(
  article: string,
  liker: Liker,
  clientIp: string,
): Promise<{ liked: boolean; changed: boolean }> {
  const network = await networkHash(clientIp);
  return withService(async (tx) => {
    const { userId, visitor } = columnsOf(article, liker);
    const added = await tx.execute(sql`
      insert into public.likes (article, user_id, visitor, network)
      select ${article}, ${userId}::uuid, ${visitor}::text, ${network}
      where (
        select count(*) from public.likes where article = ${article} and network = ${network}
      ) < ${maxOfNetwork}
      on conflict do nothing returning 1`);
    const changed = added.length > 0;
    return { liked: changed || (await isLikedBy(tx, article, liker)), changed };
  });
}

/** Takes a like back. @returns whether there was one */
export async function unlikeArticle(article: string, liker: Liker): Promise<boolean> {
  const gone = await withService((tx) =>
    tx.delete(likes).where(ofLiker(article, liker)).returning({ article: likes.article }),
  );
  return gone.length > 0;
}

/** Whether it likes the article. */
export async function isLikedBy(tx: ServiceTx, article: string, liker: Liker): Promise<boolean> {
  const rows = await tx
    .select({ article: likes.article })
    .from(likes)
    .where(ofLiker(article, liker));
  return rows.length > 0;
}

/** How many likes the article has. */
export async function countLikes(tx: ServiceTx, article: string): Promise<number> {
  const [counted] = await tx
    .select({ total: count() })
    .from(likes)
    .where(eq(likes.article, article));
  return counted?.total ?? 0;
}

const ofLiker = (article: string, liker: Liker) => {
  const { userId, visitor } = columnsOf(article, liker);
  const own = userId ? eq(likes.userId, userId) : eq(likes.visitor, visitor ?? "");
  return and(eq(likes.article, article), own);
};

/** The cookie's secret is hashed with the article: likes of one visitor are not linked. */
function columnsOf(article: string, liker: Liker) {
  if ("userId" in liker) return { userId: liker.userId, visitor: null };
  const visitor = createHash("sha256").update(`like\n${article}\n${liker.visitor}`).digest("hex");
  return { userId: null, visitor };
}
