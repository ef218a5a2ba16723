import { fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { bundle } from "@platen/kit/testing/bundle";
import type { Visitor } from "./support/account-site";
import { article, openCommentSite, type CommentSite } from "./support/comment-site";

/* Likes of articles, and what the site knows of those who like and comment. */

let site: CommentSite;

beforeAll(async () => {
  site = await openCommentSite();
  await site.edit("siteSettings", { behaviour: { likes: "counted", comments: "firstHeld" } });
});
afterAll(() => site.close());
beforeEach(() => site.database.query("delete from public.likes where true"));

const like = (visitor: Visitor, intent = "like") => site.send(visitor, { intent });

/**
 * Tries again when the site says that it is busy, as visitors do: on a slow machine the database has
 * a queue of sixty likes.
 */
async function likeWhenFree(visitor: Visitor, intent = "like"): Promise<void> {
  const { status } = await like(visitor, intent);
  if (status === 503) return likeWhenFree(visitor, intent);
  expect(status).toBe(200);
}

/** The number that the page shows to this visitor, and whether it is theirs. */
async function shown(visitor: Visitor) {
  const page = z.object({
    engagement: z.object({
      likes: z.object({ count: z.number(), liked: z.boolean().nullable() }),
    }),
  });
  return page.parse((await site.read(visitor)).data).engagement.likes;
}

test("an article whose id begins with an underscore is liked like any other", async () => {
  await site.lake.client().createOrReplace({
    _id: "_marked",
    _type: "post",
    title: "Marked",
    slug: { _type: "slug", current: "marked" },
    date: "2026-01-02",
  });
  const { invalidateContent } = await import("~/content/reading/content-events.server");
  invalidateContent();
  const { action } = await import("~/routes/blog-post");
  const visitor = await site.newVisitor();
  const liked = await visitor.send(action, "/blog/marked", { intent: "like" }, { slug: "marked" });
  expect(liked.status).toBe(200);
  const [stored] = await site.database.query(
    "select 1 from public.likes where article = '_marked'",
  );
  expect(stored).toBeDefined();
});

test("a visitor likes an article once, and takes it back", async () => {
  const [nora, ola] = [await site.newVisitor(), await site.newVisitor()];
  expect(await shown(nora)).toEqual({ count: 0, liked: null });
  expect(nora.cookies.size).toBe(0);
  for (let n = 0; n < 3; n += 1) expect((await like(nora)).data).toMatchObject({ liked: true });
  await like(ola);
  expect(await shown(nora)).toEqual({ count: 2, liked: true });
  expect(await shown(await site.newVisitor())).toEqual({ count: 2, liked: null });
  for (let n = 0; n < 2; n += 1)
    expect((await like(nora, "unlike")).data).toMatchObject({ liked: false });
  expect(await shown(nora)).toEqual({ count: 1, liked: false });
});

test("without scripts the button likes and takes back in turn, and leads to the article", async () => {
  const visitor = await site.newVisitor();
  for (const liked of [true, false, true]) {
    const { status, location } = await like(visitor, "toggle");
    expect([status, location]).toEqual([302, `/blog/${article.slug}`]);
    expect(await shown(visitor)).toMatchObject({ liked, count: liked ? 1 : 0 });
  }
});

test("an account likes once, from all its browsers", async () => {
  const { visitor, ...account } = await site.signedIn();
  const elsewhere = await site.newVisitor();
  await elsewhere.logIn(account);
  await like(visitor);
  await like(elsewhere);
  expect(await shown(elsewhere)).toEqual({ count: 1, liked: true });
});

test("a forged cookie is nobody's", async () => {
  const visitor = await site.newVisitor();
  await like(visitor);
  const [name = "", value = ""] = [...visitor.cookies][0] ?? [];
  const forger = await site.newVisitor();
  forger.cookies.set(name, `${value.slice(0, -4)}abcd`);
  await like(forger, "unlike");
  expect(await shown(visitor)).toEqual({ count: 1, liked: true });
});

test("a network gives an article a hundred likes a day", async () => {
  const visitor = await site.newVisitor();
  for (let n = 0; n < 100; n += 1) {
    visitor.cookies.clear();
    await like(visitor);
  }
  visitor.cookies.clear();
  expect(await like(visitor)).toMatchObject({ status: 429, data: { liked: false, refused: true } });
  await like(await site.newVisitor());
  expect(await shown(visitor)).toMatchObject({ count: 101 });
});

test("the count is exact when many like at the same time", async () => {
  const visitors = await Promise.all(Array.from({ length: 60 }, () => site.newVisitor()));
  await Promise.all(visitors.map((visitor) => likeWhenFree(visitor)));
  await Promise.all(
    visitors.map(async (visitor, n) => {
      await Promise.all([likeWhenFree(visitor), likeWhenFree(visitor)]);
      if (n % 3 === 0) await likeWhenFree(visitor, "unlike");
    }),
  );
  expect(await shown(await site.newVisitor())).toMatchObject({ count: 40 });
});

test("an article that is not there has no likes", async () => {
  const { action } = await import("~/routes/blog-post");
  const visitor = await site.newVisitor();
  const response = await visitor.send(action, "/blog/x", { intent: "like" }, { slug: "x" });
  expect(response.status).toBe(404);
});

describe("what is known of visitors", () => {
  beforeEach(() => site.database.query("delete from public.comments where true"));

  test("is no IP address, no secret of a cookie, and nothing that links their likes", async () => {
    const visitor = await site.newVisitor();
    await like(visitor);
    await site.comment(visitor);
    const [row] = await site.database.query<{ text: string }>(
      `select (select json_agg(l)::text from public.likes l) || (select json_agg(c)::text from public.comments c) as text`,
    );
    expect(row?.text).not.toContain(visitor.address);
    const hashes = row?.text.match(/[0-9a-f]{64}/g) ?? [];
    // The network's is the same within a day: limits count by it.
    expect([hashes.length, new Set(hashes).size]).toEqual([4, 3]);
  });

  test("is forgotten by the housekeeping: networks after two days, refused comments after thirty", async () => {
    const visitor = await site.newVisitor();
    await like(visitor);
    for (let n = 0; n < 4; n += 1) await site.comment(visitor);
    await site.database.query("update public.likes set created_at = now() - interval '49 hours'");
    await site.database.query(
      `update public.comments set created_at = now() - interval '40 days', state = ranked.state,
       decided_at = now() - ranked.days * interval '1 day'
       from (select id, (array['approved', 'rejected', 'spam', 'spam'])[n] as state, (array[40, 31, 31, 29])[n] as days
         from (select id, row_number() over () as n from public.comments) as numbered) as ranked
       where ranked.id = comments.id`,
    );
    await site.database.query(
      "insert into public.network_keys (day, key) values (current_date - 3, repeat('a', 64))",
    );
    const compiled = await bundle("server/housekeeping/housekeeping-process.ts");
    try {
      const [code] = await once(fork(compiled.file), "exit");
      expect(code).toBe(0);
    } finally {
      await compiled.remove();
    }
    const kept = await site.database.query(
      "select state, network from public.comments order by state",
    );
    expect(kept).toEqual([
      { state: "approved", network: null },
      { state: "spam", network: null },
    ]);
    expect(await site.database.query("select network from public.likes")).toEqual([
      { network: null },
    ]);
    expect(await site.database.query("select day from public.network_keys")).toHaveLength(1);
  });

  test("is in the download of an account, and goes with it", async () => {
    const [nora, ola] = [await site.signedIn(), await site.signedIn()];
    for (const { visitor } of [nora, ola]) {
      await like(visitor);
      await site.comment(visitor, { comment: `By ${visitor === nora.visitor ? "Nora" : "Ola"}` });
    }
    const { loader } = await import("~/routes/dashboard-data-download");
    const { data } = await nora.visitor.open(loader, "/dashboard/data/download");
    const own = z
      .object({ comments: z.array(z.object({ text: z.string() })), likes: z.array(z.unknown()) })
      .parse(JSON.parse(String(data)));
    expect(own).toMatchObject({ comments: [{ text: "By Nora" }], likes: { length: 1 } });
    await site.database.query("delete from auth.users where id = $1", [nora.id]);
    expect((await site.stored()).map(({ body }) => body)).toEqual(["By Ola"]);
    expect(await shown(await site.newVisitor())).toMatchObject({ count: 1 });
  });
});
