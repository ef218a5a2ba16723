import { expect } from "vitest";
import type { Answer, Visitor } from "./account-site";
import { openPlanSite, type PlanSite } from "./plan-site";

export const article = { id: "post-binding", slug: "binding" };

interface StoredComment {
  id: string;
  state: string;
  body: string;
  author_name: string;
}

/** The accounts, and a lake with an article whose likes and comments are switched on. */
export interface CommentSite extends PlanSite {
  /** Changes fields of a document, such as `behaviour.likes`, for the next request. */
  edit(id: string, fields: Record<string, unknown>): Promise<void>;
  /** Opens the article's page. */
  read(visitor: Visitor, search?: string): ReturnType<Visitor["open"]>;
  /** Sends one of the article's forms. */
  send(visitor: Visitor, fields: Record<string, string>): ReturnType<Visitor["send"]>;
  /** Sends a comment as somebody does who has written for a while. */
  comment(visitor: Visitor, fields?: Record<string, string>): ReturnType<Visitor["send"]>;
  /** What the article's page shows. */
  threads(visitor: Visitor, search?: string): Promise<Answer["data"]>;
  /** Expects a comment to be refused with these words, and nothing to be stored. */
  expectRefused(
    visitor: Visitor,
    fields: Record<string, string>,
    refusal: { status?: number; words: RegExp },
  ): Promise<void>;
  /** A moderator's decision. */
  decide(moderator: Visitor, intent: string, ...id: string[]): ReturnType<Visitor["send"]>;
  /** The comments that are stored, oldest first. */
  stored(): Promise<StoredComment[]>;
  /** The id of the last one. */
  lastId(): Promise<string>;
}

/** Starts it. Import modules of app/ only afterwards. */
export async function openCommentSite(): Promise<CommentSite> {
  const site = await openPlanSite();
  const lake = site.lake.client();
  await lake.createOrReplace({
    _id: article.id,
    _type: "post",
    title: "Binding",
    slug: { _type: "slug", current: article.slug },
    date: "2026-01-01",
  });
  const { invalidateContent } = await import("~/content/reading/content-events.server");
  const { newTicket } = await import("~/account/forms/form-ticket.server");
  const page = await import("~/routes/blog-post");
  const path = `/blog/${article.slug}`;
  const parameters = { slug: article.slug };
  const send = (visitor: Visitor, fields: Record<string, string>) =>
    visitor.send(page.action, path, fields, parameters);
  const stored = () =>
    site.database.query<StoredComment>("select * from public.comments order by created_at, id");
  const read = (visitor: Visitor, search = "") =>
    visitor.open(page.loader, `${path}${search}`, parameters);
  const comment = (visitor: Visitor, fields: Record<string, string> = {}) => {
    const ticket = newTicket(article.id, Date.now() - 60_000);
    return send(visitor, { name: "Nora", email: "", comment: "A good read.", ticket, ...fields });
  };
  return {
    ...site,
    async edit(id, fields) {
      await lake.patch(id).set(fields).commit();
      invalidateContent();
    },
    read,
    send,
    comment,
    threads: async (visitor, search) => (await read(visitor, search)).data,
    async expectRefused(visitor, fields, refusal) {
      const before = await stored();
      const { status, data } = await comment(visitor, fields);
      expect(status).toBe(refusal.status ?? 400);
      expect(JSON.stringify(data)).toMatch(refusal.words);
      expect(await stored()).toEqual(before);
    },
    async decide(moderator, intent, ...id) {
      const { action } = await import("~/routes/admin-comments");
      return moderator.send(action, "/admin/comments", { intent, id });
    },
    stored,
    lastId: async () => (await stored()).at(-1)?.id ?? "",
  };
}
