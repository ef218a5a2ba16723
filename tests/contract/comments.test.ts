import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Visitor } from "./support/account-site";
import { article, openCommentSite, type CommentSite } from "./support/comment-site";

/* Comments of articles, from a visitor to a moderator and back. */

let site: CommentSite;
let editor: Visitor;

beforeAll(async () => {
  site = await openCommentSite();
  ({ visitor: editor } = await site.signedIn("Editor"));
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.database.query("delete from public.comments where true");
  await site.edit("siteSettings", { behaviour: { likes: "counted", comments: "firstHeld" } });
  await site.edit(article.id, { commentsClosed: false });
});

test("a comment is held, a moderator sees it at once, and visitors once it is approved", async () => {
  const visitor = await site.newVisitor();
  expect(await site.comment(visitor, { email: "Nora@mail.example" })).toMatchObject({
    status: 200,
    data: { stored: true, message: expect.stringContaining("once it is approved") },
  });
  expect(await site.threads(visitor)).toMatchObject({ engagement: { comments: { total: 0 } } });
  const { loader } = await import("~/routes/admin-comments");
  const queue = await editor.open(loader, "/admin/comments");
  expect(queue.data).toMatchObject({
    comments: [
      {
        ...{ name: "Nora", email: "nora@mail.example", state: "pending" },
        ...{ text: "A good read.", article: { path: "/blog/binding", title: "Binding" } },
      },
    ],
  });

  expect((await site.decide(editor, "approve", await site.lastId())).location).toBe(
    "/admin/comments",
  );
  const shown = await site.threads(await site.newVisitor());
  expect(shown).toMatchObject({
    engagement: { comments: { total: 1, threads: [{ name: "Nora", text: "A good read." }] } },
  });
  expect(JSON.stringify(shown)).not.toContain("mail.example");
  const entries = await site.database.query<{ before: unknown; after: unknown }>(
    "select before, after from public.audit_entries where action = 'comment.approve'",
  );
  expect(entries).toEqual([
    {
      before: { comments: await site.lastId(), articles: article.id, state: "pending" },
      after: { state: "approved" },
    },
  ]);
});

test("an approval makes the article's page stale in this process, and only that", async () => {
  const { onContentChange } = await import("~/content/reading/content-events.server");
  await site.comment(await site.newVisitor());
  const changes: unknown[] = [];
  onContentChange((change) => changes.push(change));
  await site.decide(editor, "approve", await site.lastId());
  expect(changes).toContainEqual({ type: "tags", tags: [`comments:${article.id}`] });
});

describe("an author with an approved comment", () => {
  test("needs no other approval: the same cookie and email address", async () => {
    const [nora, other] = [await site.newVisitor(), await site.newVisitor()];
    const email = "nora@mail.example";
    await site.comment(nora, { email });
    await site.decide(editor, "approve", await site.lastId());
    const states = async () => (await site.stored()).map(({ state }) => state);
    await site.comment(nora, { email });
    expect(await states()).toEqual(["approved", "approved"]);
    // Somebody who knows the address, and the same browser with another or none.
    await site.comment(other, { email });
    await site.comment(nora, { email: "ola@mail.example" });
    await site.comment(nora);
    expect((await states()).slice(2)).toEqual(["pending", "pending", "pending"]);

    await site.decide(editor, "spam", await site.lastId());
    await site.comment(nora, { email });
    expect((await states()).at(-1)).toBe("approved");
    await site.decide(editor, "spam", await site.lastId());
    await site.comment(nora, { email });
    expect((await states()).at(-1)).toBe("pending");
  });

  test("or the same account, unless each comment waits", async () => {
    const { visitor } = await site.signedIn();
    await site.comment(visitor);
    await site.decide(editor, "approve", await site.lastId());
    await site.comment(visitor);
    expect((await site.stored()).map(({ state }) => state)).toEqual(["approved", "approved"]);
    await site.edit("siteSettings", { behaviour: { comments: "eachHeld" } });
    await site.comment(visitor);
    expect((await site.stored()).at(-1)).toMatchObject({ state: "pending" });
  });
});

describe("a comment is refused", () => {
  test.each([
    ["without a name", { name: " " }, /Enter your name/],
    ["with a name of 81 characters", { name: "a".repeat(81) }, /80 characters/],
    ["with a name that turns its direction", { name: "\u202eNora" }, /without invisible/],
    ["with a zero-width space", { comment: "a\u200bb" }, /without invisible/],
    ["with a right-to-left override", { comment: "a\n\u202eb" }, /without invisible/],
    ["with a NUL", { comment: "a\0b" }, /without invisible/],
    ["that is empty", { comment: "\u3164 \n" }, /without invisible|Write a comment/],
    ["of 2,001 characters", { comment: "a".repeat(2_001) }, /2,000 characters/],
    ["of a hundred lines", { comment: "a\n".repeat(100) }, /60 lines/],
    ["with three links", { comment: "https://a.example ".repeat(3) }, /2 links/],
    ["with something else as address", { email: "nora" }, /Enter an email address/],
    ["with a header in the address", { email: "a@b.example\nBcc: c@d.example" }, /email address/],
    ["with the field that programs fill in", { website: "https://a.example" }, /Website/],
    ["that replies to no id", { parent: "' or 1=1" }, /no longer exists/],
  ])("%s", async (_what, fields, words) => {
    await site.expectRefused(await site.newVisitor(), fields, { words });
  });

  test("whose text is megabytes or 10,000 links", async () => {
    const visitor = await site.newVisitor();
    for (const comment of ["a".repeat(3_000_000), "https://a.example\n".repeat(10_000)]) {
      const { status } = await site.comment(visitor, { comment });
      expect(status).toBe(413);
    }
    expect(await site.stored()).toEqual([]);
  });

  test("without the ticket of a form, and with one that was made up", async () => {
    const { newTicket } = await import("~/account/forms/form-ticket.server");
    const visitor = await site.newVisitor();
    const [form, , signature] = newTicket(article.id).split(".");
    for (const ticket of [
      "x",
      `${form}.${Date.now() - 60_000}.${signature}`,
      newTicket("another article", Date.now() - 60_000),
      newTicket(article.id, Date.now() - 25 * 3_600_000),
    ])
      await site.expectRefused(visitor, { ticket }, { words: /expired/ });
    await site.expectRefused(
      visitor,
      { ticket: newTicket(article.id) },
      { words: /That was fast/ },
    );
    await site.expectRefused(visitor, { ticket: "" }, { status: 200, words: /Check your comment/ });
  });

  test("that is sent again, in one request or many", async () => {
    const { newTicket } = await import("~/account/forms/form-ticket.server");
    const ticket = newTicket(article.id, Date.now() - 60_000);
    const visitor = await site.newVisitor();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => site.comment(visitor, { ticket })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await site.stored()).toHaveLength(1);
  });

  test("after ten of one network within an hour", async () => {
    const visitor = await site.newVisitor();
    for (let n = 0; n < 10; n += 1) await site.comment(visitor);
    visitor.cookies.clear();
    await site.expectRefused(visitor, {}, { status: 429, words: /in an hour/ });
    await site.comment(await site.newVisitor());
    expect(await site.stored()).toHaveLength(11);
  });

  test("where editors have closed comments, and the approved ones stay", async () => {
    await site.comment(await site.newVisitor());
    await site.decide(editor, "approve", await site.lastId());
    await site.edit(article.id, { commentsClosed: true });
    const visitor = await site.newVisitor();
    await site.expectRefused(visitor, {}, { status: 403, words: /closed/ });
    expect(await site.threads(visitor)).toMatchObject({ engagement: { comments: { total: 1 } } });
  });
});

test("an author is trusted under the name that was approved, for ten comments an hour from all networks", async () => {
  const { visitor, ...account } = await site.signedIn();
  await site.comment(visitor);
  await site.decide(editor, "approve", await site.lastId());
  await site.comment(visitor, { name: "The editors" });
  expect((await site.stored()).map(({ state }) => state)).toEqual(["approved", "pending"]);
  const elsewhere = await site.newVisitor();
  await elsewhere.logIn(account);
  for (let n = 0; n < 8; n += 1) await site.comment(elsewhere);
  expect((await site.stored()).at(-1)?.state).toBe("approved");
  await site.expectRefused(elsewhere, {}, { status: 429, words: /in an hour/ });
});

test("markup stays text", async () => {
  const comment = '<script>alert("x")</script> [a](javascript:alert(1)) `code`';
  await site.comment(await site.newVisitor(), { comment });
  expect((await site.stored()).map(({ body }) => body)).toEqual([comment]);
});

test("switched off, an article shows the notice, and nothing is stored", async () => {
  await site.comment(await site.newVisitor());
  await site.decide(editor, "approve", await site.lastId());
  await site.edit("siteSettings", { behaviour: {} });
  const visitor = await site.newVisitor();
  expect(await site.threads(visitor)).toMatchObject({
    engagement: { likes: null, comments: null },
  });
  const { data } = await site.comment(visitor);
  expect(data).toEqual({ typed: { name: "Nora", email: "", comment: "A good read." } });
  expect(await site.send(visitor, { intent: "like" })).toMatchObject({ status: 302 });
  expect(await site.stored()).toHaveLength(1);
  expect(await site.database.query("select 1 from public.likes")).toEqual([]);
});
