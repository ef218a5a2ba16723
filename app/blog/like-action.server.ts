import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import { withService } from "@domain/database/database.server";
import { isLikedBy, likeArticle, unlikeArticle, type Liker } from "@domain/likes/like.server";
import { viewerOf } from "~/account/session/viewer.server";
import { flashToast } from "~/toasts/flash-toast.server";
import { likesChanged } from "./engagement-tags.server";
import { makeVisitor, readVisitor } from "./visitor-cookie.server";

/** What the button's form may ask for: "toggle" without scripts, which do not know the state. */
export const likeIntents = ["like", "unlike", "toggle"] as const;

type LikeIntent = (typeof likeIntents)[number];

const tooMany = {
  title: "Like not counted",
  description: "Your network has sent too many likes for this article today. Try again tomorrow.",
} as const;

/**
 * Gives or takes back the like of a visitor. Scripts get whether the article is liked now; without
 * them the visitor is sent back to the article, with a notice.
 */
export async function likeAction(
  article: string,
  intent: LikeIntent,
  { request, context }: ActionFunctionArgs,
) {
  const { session, responseHeaders } = context;
  const viewer = await viewerOf(session);
  if (viewer?.closesAt) throw redirect("/dashboard/data");
  const known = viewer ? null : await readVisitor(request);
  const liker: Liker | null = viewer ? { userId: viewer.id } : known ? { visitor: known } : null;
  const toggles = intent === "toggle";
  const wasLiked =
    toggles && liker !== null && (await withService((tx) => isLikedBy(tx, article, liker)));
  const likes = toggles ? !wasLiked : intent === "like";
  let liked = false;
  let changed = false;
  if (likes) {
    const giver = liker ?? { visitor: await makeVisitor(request, responseHeaders) };
    ({ liked, changed } = await likeArticle(article, giver, session.clientIp));
  } else if (liker) changed = await unlikeArticle(article, liker);
  // Otherwise anyone could have the page rendered again by taking back what was never given.
  if (changed) likesChanged(article);
  if (!toggles) return data({ liked, refused: likes && !liked }, likes && !liked ? 429 : 200);
  const done = liked
    ? { title: "Liked", description: "Thank you. Press the button again to undo it." }
    : { title: "Like removed", description: "You no longer like this article." };
  await flashToast(responseHeaders, {
    ...(likes && !liked ? tooMany : done),
    variant: likes && !liked ? "destructive" : "success",
  });
  throw redirect(new URL(request.url).pathname);
}
