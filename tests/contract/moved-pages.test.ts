import type { SanityClient } from "@sanity/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";
import { publishAndRedirectActions } from "../../studio/publishing/redirects-of-renamed";

/** What the Studio's Publish does when a slug changed, on a real lake. */

let served: ServedLake;
let client: SanityClient;

beforeAll(async () => {
  served = await serveLake();
  client = served.client({ perspective: "raw" });
});
afterAll(() => served.close());

const post = (id: string, slug: string) => ({
  _id: id,
  _type: "post",
  slug: { _type: "slug", current: slug },
});

/** Publishes the article under another slug, as the Studio does. */
async function rename(from: string, to: string) {
  const draft = await client.createOrReplace(post("drafts.a", to));
  const move = { from: `/blog/${from}`, to: `/blog/${to}` };
  return client.action(await publishAndRedirectActions(client, draft, move));
}

const redirects = () =>
  client.fetch<string[]>(
    `*[_type == "redirect" && !(_id in path("drafts.**"))] | order(from) { "way": from + " " + to }.way`,
  );

test("a page that is renamed repeatedly has one-step redirects from all its old paths", async () => {
  await client.createOrReplace(post("a", "one"));
  const { transactionId } = await rename("one", "two");
  expect(await redirects()).toEqual(["/blog/one /blog/two"]);
  const published = await client.getDocument("a");
  expect(published).toMatchObject({ slug: { current: "two" }, _rev: transactionId });
  const written = await client.fetch('*[_type == "redirect"]._rev');
  expect(written).toEqual([transactionId]);

  await rename("two", "three");
  expect(await redirects()).toEqual(["/blog/one /blog/three", "/blog/two /blog/three"]);

  await rename("three", "one");
  expect(await redirects()).toEqual(["/blog/three /blog/one", "/blog/two /blog/one"]);
  expect(await client.fetch('count(*[_id in path("drafts.**")])')).toBe(0);
});

test("nothing is written when the draft changed meanwhile", async () => {
  const before = await redirects();
  const draft = await client.createOrReplace(post("drafts.a", "four"));
  const actions = await publishAndRedirectActions(client, draft, {
    from: "/blog/one",
    to: "/blog/four",
  });
  await client.createOrReplace(post("drafts.a", "five"));
  await expect(client.action(actions)).rejects.toThrow();
  expect(await redirects()).toEqual(before);
});

test("an unfinished draft of a redirect is not published along with the page", async () => {
  await client.createOrReplace(post("b", "seven"));
  await client.createOrReplace({ _id: "s", _type: "redirect", from: "/old", to: "/blog/seven" });
  const unfinished = { _id: "drafts.s", _type: "redirect", from: "/older", to: "/" };
  await client.createOrReplace(unfinished);
  const draft = await client.createOrReplace(post("drafts.b", "eight"));
  const move = { from: "/blog/seven", to: "/blog/eight" };
  await expect(publishAndRedirectActions(client, draft, move)).rejects.toThrow(
    "The redirect from /old has to change too, and has changes that nobody has published.",
  );
  await client.delete("drafts.s");
  await client.action(await publishAndRedirectActions(client, draft, move));
  expect(await redirects()).toContain("/old /blog/eight");
});

test("redirects from the page's new path are removed, drafts too", async () => {
  await client.createOrReplace({ _id: "r", _type: "redirect", from: "/blog/six", to: "/about" });
  await client.createOrReplace({ _id: "drafts.r", _type: "redirect", from: "/blog/six", to: "/" });
  await client.delete("drafts.a");
  await rename("one", "six");
  expect(await client.getDocument("r")).toBeUndefined();
  expect(await client.getDocument("drafts.r")).toBeUndefined();
});
