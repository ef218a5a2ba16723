import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "./support/account-site";
import { article, openCommentSite, type CommentSite } from "./support/comment-site";

/* Comments with their replies, and the pages of an article's comments. */

let site: CommentSite;
let editor: Visitor;

beforeAll(async () => {
  site = await openCommentSite();
  ({ visitor: editor } = await site.signedIn("Editor"));
  await site.edit("siteSettings", { behaviour: { likes: "counted", comments: "firstHeld" } });
});
afterAll(() => site.close());
beforeEach(() => site.database.query("delete from public.comments where true"));

test("replies that wait, or are spam, leave room for others", async () => {
  const visitor = await site.newVisitor();
  await site.comment(visitor);
  const head = await site.lastId();
  await site.decide(editor, "approve", head);
  await site.database.query(
    `insert into public.comments (article, parent, form, author_name, body, state)
     select $1, $2::uuid, gen_random_uuid(), 'Spam', 'Spam', case n % 2 when 0 then 'spam' else 'pending' end
     from generate_series(1, 40) as n`,
    [article.id, head],
  );
  expect((await site.comment(visitor, { parent: head })).status).toBe(200);
});

test("a reply to what is not on the page leads to the article", async () => {
  const visitor = await site.newVisitor();
  expect((await site.read(visitor, "?reply=made-up")).location).toBe(`/blog/${article.slug}`);
});

test("a reply goes to an approved comment of the article, and has no replies", async () => {
  const visitor = await site.newVisitor();
  await site.comment(visitor);
  const head = await site.lastId();
  const refusal = { status: 409, words: /takes no more replies/ };
  await site.expectRefused(visitor, { parent: head }, refusal);
  await site.decide(editor, "approve", head);
  await site.comment(visitor, { parent: head, comment: "So it is." });
  const reply = await site.lastId();
  await site.decide(editor, "approve", reply);
  expect(await site.threads(visitor)).toMatchObject({
    engagement: { comments: { total: 2, threads: [{ replies: [{ text: "So it is." }] }] } },
  });
  await site.expectRefused(visitor, { parent: reply }, refusal);
  await site.expectRefused(visitor, { parent: crypto.randomUUID() }, refusal);
  await site.decide(editor, "reject", head);
  expect(await site.threads(visitor)).toMatchObject({ engagement: { comments: { total: 0 } } });
  await site.decide(editor, "delete", head);
  expect(await site.stored()).toEqual([]);
});

test("a thread shows ten replies, also where more were waiting and are approved", async () => {
  const visitor = await site.newVisitor();
  await site.comment(visitor);
  const head = await site.lastId();
  await site.decide(editor, "approve", head);
  await site.database.query(
    `insert into public.comments (article, parent, form, author_name, body, created_at)
     select $1, $2, gen_random_uuid(), 'Nora', 'Reply ' || n, now() + n * interval '1 second'
     from generate_series(1, 12) as n`,
    [article.id, head],
  );
  const waiting = (await site.stored()).flatMap(({ id, state }) =>
    state === "pending" ? [id] : [],
  );
  await site.decide(editor, "approve", ...waiting);
  const { data } = await site.read(visitor);
  expect(data).toMatchObject({ engagement: { comments: { total: 11, threads: [{ id: head }] } } });
  expect(JSON.stringify(data).match(/Reply \d+/g)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Reply ${index + 1}`),
  );
  await site.expectRefused(
    visitor,
    { parent: head },
    { status: 409, words: /takes no more replies/ },
  );
});

test("2,000 comments are shown in pages of ten threads, and past the last there is no page", async () => {
  await site.database.query(
    `insert into public.comments (article, form, author_name, body, state, created_at)
     select $1, gen_random_uuid(), 'Nora', 'Comment ' || n, 'approved', now() + n * interval '1 second'
     from generate_series(1, 2000) as n`,
    [article.id],
  );
  const visitor = await site.newVisitor();
  expect(await site.threads(visitor)).toMatchObject({
    engagement: { comments: { total: 2_000, pages: 200, threads: { length: 10 } } },
  });
  expect(await site.threads(visitor, "?comments=200")).toMatchObject({
    engagement: {
      comments: {
        threads: expect.arrayContaining([expect.objectContaining({ text: "Comment 2000" })]),
      },
    },
  });
  for (const page of ["201", "0", "x", "1e3"]) {
    expect((await site.read(visitor, `?comments=${page}`)).status).toBe(404);
  }
});
