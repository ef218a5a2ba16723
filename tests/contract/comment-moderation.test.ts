import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "./support/account-site";
import { article, openCommentSite, type CommentSite } from "./support/comment-site";

/* The queue of comments: who may decide, about what, and what is found. */

let site: CommentSite;
let editor: Visitor;

beforeAll(async () => {
  site = await openCommentSite();
  ({ visitor: editor } = await site.signedIn("Editor"));
  await site.edit("siteSettings", { behaviour: { comments: "firstHeld" } });
});
afterAll(() => site.close());
beforeEach(() => site.database.query("delete from public.comments where true"));

test("is for administrators and editors", async () => {
  const { loader } = await import("~/routes/admin-comments");
  await site.comment(await site.newVisitor());
  const id = await site.lastId();
  const { visitor: user } = await site.signedIn();
  expect((await user.open(loader, "/admin/comments")).status).toBe(404);
  expect((await site.decide(user, "approve", id)).status).toBe(404);
  const visitor = await site.newVisitor();
  expect((await site.decide(visitor, "approve", id)).location).toMatch(/^\/login/);
  expect(await site.stored()).toMatchObject([{ state: "pending" }]);
  const { visitor: admin } = await site.signedIn("Admin");
  expect((await site.decide(admin, "approve", id)).status).toBe(302);
  const former = await site.signedIn("Editor");
  await site.database.query("update public.profiles set role = 'User' where id = $1", [former.id]);
  expect((await site.decide(former.visitor, "spam", id)).status).toBe(404);
  expect(await site.stored()).toMatchObject([{ state: "approved" }]);
});

test("decides about several at once, and about none twice", async () => {
  for (let n = 0; n < 3; n += 1) await site.comment(await site.newVisitor());
  const ids = (await site.stored()).map(({ id }) => id);
  const entries = () =>
    site.database.query("select 1 from public.audit_entries where action = 'comment.spam'");
  const before = (await entries()).length;
  await Promise.all([site.decide(editor, "spam", ...ids), site.decide(editor, "spam", ...ids)]);
  expect(new Set((await site.stored()).map(({ state }) => state))).toEqual(new Set(["spam"]));
  expect(await entries()).toHaveLength(before + 1);
});

test("refuses a form without a choice, with too many, and with another intent", async () => {
  for (const [intent, ids] of [
    ["approve", []],
    ["approve", ["x"]],
    ["approve", Array.from({ length: 101 }, () => crypto.randomUUID())],
    ["burn", [crypto.randomUUID()]],
  ] as const)
    expect((await site.decide(editor, intent, ...ids)).status).toBe(400);
});

test("finds comments by state, text and article", async () => {
  const { loader } = await import("~/routes/admin-comments");
  await site.comment(await site.newVisitor(), { name: "Ola", comment: "100% paper_clips" });
  const found = async (query: string) => {
    const { data } = await editor.open(loader, `/admin/comments?${query}`);
    return JSON.stringify(data).includes("paper_clips");
  };
  expect(await found("q=OLA")).toBe(true);
  expect(await found("q=100%25&state=all")).toBe(true);
  expect(await found("q=1%25paper")).toBe(false);
  expect(await found("state=approved")).toBe(false);
  expect(await found(`article=${article.id}`)).toBe(true);
  expect(await found("article=another")).toBe(false);
  for (const query of ["state=x", "after=x", `article=${"a".repeat(200)}`]) {
    expect((await editor.open(loader, `/admin/comments?${query}`)).status).toBe(400);
  }
});
