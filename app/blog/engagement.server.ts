import type { Viewer } from "@domain/accounts/viewer";
import { readThreads, type Thread } from "@domain/comments/threads.server";
import { withService } from "@domain/database/database.server";
import type { ServiceTx } from "@domain/database/transactions.server";
import { countLikes, isLikedBy, type Liker } from "@domain/likes/like.server";
import { withTimeout } from "@domain/resilience/timeout.server";
import { engagementQuery } from "~/content/queries/site-settings";
import { dependOn, readContent } from "~/content/reading/read.server";
import { engagementTags } from "./engagement-tags.server";
import { readVisitor } from "./visitor-cookie.server";

/** The likes of an article as its page shows them. */
export interface Likes {
  count: number;
  /** Whether the viewer likes it; null where the page is for everyone. */
  liked: boolean | null;
}

/** A page of an article's comments. */
export interface Discussion {
  threads: Thread[];
  total: number;
  page: number;
  pages: number;
  /** False while the database does not respond. */
  available: boolean;
}

/** Null for what the site settings have switched off: the specification's notice. */
export interface Engagement {
  likes: Likes | null;
  comments: Discussion | null;
}

/**
 * A page lives no longer: should another machine have changed its likes or comments, or a message
 * between processes be lost, it is right again after this time, in milliseconds.
 */
const maxAge = 60_000;

/** The same of a page that was made while the database did not respond. */
const retryMilliseconds = 5_000;

/** How long a page waits for the database, in milliseconds: the article itself does not need it. */
const timeoutMilliseconds = 2_500;

/** Which of the two switches are on, and whether authors are trusted after an approval. */
export async function readSwitches() {
  const switches = await readContent(engagementQuery);
  return {
    likes: switches?.likes === "counted",
    comments: switches?.comments === "firstHeld" || switches?.comments === "eachHeld",
    trusts: switches?.comments === "firstHeld",
  };
}

const pageNumber = /^[1-9]\d{0,3}$/;

/**
 * The likes and comments that a page of an article shows. They are part of the cached page.
 *
 * @param article its id
 * @throws the 404 page for a page of comments that is not there
 */
export async function readEngagement(
  article: string,
  request: Request,
  viewer: Viewer | null,
): Promise<Engagement> {
  const on = await readSwitches();
  const asked = new URL(request.url).searchParams.get("comments") ?? "1";
  if (!pageNumber.test(asked) || (asked !== "1" && !on.comments)) {
    throw new Response(null, { status: 404 });
  }
  if (!on.likes && !on.comments) return { likes: null, comments: null };
  const page = Number(asked);
  const liker = on.likes ? await likerOf(request, viewer) : null;
  const stored = await whileAvailable(async (tx) => ({
    count: on.likes ? await countLikes(tx, article) : 0,
    liked: liker && (await isLikedBy(tx, article, liker)),
    threads: on.comments ? await readThreads(tx, article, page) : null,
  }));
  dependOn(engagementTags(article), Date.now() + (stored ? maxAge : retryMilliseconds));
  if (stored?.threads && page > stored.threads.pages) throw new Response(null, { status: 404 });
  return {
    likes: on.likes ? { count: stored?.count ?? 0, liked: stored?.liked ?? null } : null,
    comments: on.comments
      ? {
          ...(stored?.threads ?? { threads: [], total: 0, pages: page }),
          page,
          available: stored !== null,
        }
      : null,
  };
}

/** The viewer, else the visitor of the cookie; null for everyone else, as in cached pages. */
async function likerOf(request: Request, viewer: Viewer | null): Promise<Liker | null> {
  if (viewer) return { userId: viewer.id };
  const visitor = await readVisitor(request);
  return visitor ? { visitor } : null;
}

/** Reads from the database; null while it does not respond. */
async function whileAvailable<T>(work: (tx: ServiceTx) => Promise<T>): Promise<T | null> {
  try {
    const timeout = () => new Response(null, { status: 503 });
    return await withTimeout(withService(work), timeoutMilliseconds, timeout);
  } catch (error) {
    if (error instanceof Response && error.status === 503) return null;
    throw error;
  }
}
