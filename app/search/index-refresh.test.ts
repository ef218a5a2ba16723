import { expect, test, vi } from "vitest";
import { searchDocumentsQuery, searchVersionsQuery } from "../content/queries/search";
import { ask, type Document } from "../content/testing/ask";
import { IndexRefresh, type IndexBounds } from "./index-refresh";
import { SearchIndex } from "./search-index";

const tags = ["posts"];
const wide: IndexBounds = {
  documents: 100,
  entries: 100,
  characters: 10_000,
  entryCharacters: 1_000,
};

const post = (name: string, more: Document = {}): Document => ({
  _id: `post-${name}`,
  _type: "post",
  _rev: "1",
  title: `About ${name}`,
  slug: { current: name },
  date: "2026-01-01",
  ...more,
});

const paragraph = (text: string) => [{ _type: "block", children: [{ _type: "span", text }] }];

/** The lake's refusal of a result that is too large. */
class Refusal extends Error {}

/** An index that reads from a lake whose documents the test changes. */
function indexed(documents: Document[], bounds = wide) {
  const lake = { documents, isDown: false, refused: "", reads: [] as string[] };
  const index = new SearchIndex();
  const refresh = new IndexRefresh(
    index,
    {
      async versions(from, to) {
        if (lake.isDown) throw new Error("The lake is down.");
        lake.reads.push("versions");
        return { value: await ask(searchVersionsQuery, lake.documents, { from, to }), tags };
      },
      isRefusal: (error) => error instanceof Refusal,
      async documents(ids) {
        if (ids.includes(lake.refused)) throw new Refusal();
        lake.reads.push(...ids);
        return ask(searchDocumentsQuery, lake.documents, { ids: [...ids] });
      },
    },
    bounds,
  );
  refresh.note({ type: "watched", watched: true });
  const paths = (text: string) =>
    index.search({ text, from: 0, to: 20 }, Date.now()).results.map(({ path }) => path);
  return { lake, refresh, index, paths };
}

test("the first search waits for the index", async () => {
  const { refresh, paths } = indexed([post("lead")]);
  expect(await refresh.isReady()).toBe(true);
  expect(paths("lead")).toEqual(["/blog/lead"]);
});

test("an edit is found once its tags are reported, and only what it changed is read", async () => {
  const { lake, refresh, paths } = indexed([post("lead"), post("zinc")]);
  await refresh.isReady();
  lake.reads = [];
  lake.documents = [post("lead"), post("zinc", { _rev: "2", title: "About copper" }), post("tin")];
  refresh.note({ type: "tags", tags });
  await expect.poll(() => paths("copper")).toEqual(["/blog/zinc"]);
  await expect.poll(() => paths("tin")).toEqual(["/blog/tin"]);
  expect(paths("zinc")).toEqual([]);
  expect(lake.reads).toEqual(["versions", "post-tin", "post-zinc"]);
  lake.documents = [post("lead")];
  refresh.note({ type: "tags", tags });
  await expect.poll(() => paths("about")).toEqual(["/blog/lead"]);
});

test("edits during a refresh are not lost", async () => {
  const { lake, refresh, paths } = indexed([post("lead")]);
  const first = refresh.isReady();
  for (const name of ["zinc", "copper", "tin"]) {
    lake.documents = [...lake.documents, post(name)];
    refresh.note({ type: "tags", tags });
  }
  await first;
  await expect.poll(() => paths("about").toSorted()).toHaveLength(4);
  expect(lake.reads.filter((read) => read === "versions").length).toBeLessThanOrEqual(2);
});

test("what was read stays while the lake is unavailable, and is read again afterward", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { lake, refresh, paths } = indexed([post("lead")]);
  lake.isDown = true;
  expect(await refresh.isReady()).toBe(false);
  lake.isDown = false;
  await expect.poll(() => refresh.isReady()).toBe(true);
  lake.isDown = true;
  lake.documents = [post("zinc")];
  refresh.note({ type: "everything" });
  expect(await refresh.isReady()).toBe(true);
  expect(paths("lead")).toEqual(["/blog/lead"]);
  lake.isDown = false;
  await expect.poll(() => paths("zinc")).toEqual(["/blog/zinc"]);
});

test("a new answer of the FAQ changes the home page's entry", async () => {
  const faq = {
    _id: "faq-a",
    _type: "faq",
    _rev: "1",
    question: "Why?",
    answer: paragraph("Lead"),
  };
  const home = {
    _id: "homePage",
    _type: "homePage",
    _rev: "1",
    sections: [{ _key: "faq", _type: "homeFaq", questions: [{ _ref: "faq-a" }] }],
  };
  const { lake, refresh, paths } = indexed([home, faq]);
  await refresh.isReady();
  expect(paths("lead")).toEqual(["/faq#question-faq-a"]);
  lake.documents = [home, { ...faq, _rev: "2", answer: paragraph("Zinc") }];
  refresh.note({ type: "tags", tags });
  await expect.poll(() => paths("zinc")).toEqual(["/faq#question-faq-a"]);
});

test("the newest articles are indexed, up to the limit", async () => {
  const posts = [1, 2, 3, 4].map((n) => post(`n${n}`, { date: `2026-01-0${n}` }));
  const about = { _id: "aboutPage", _type: "aboutPage", _rev: "1", heading: "About" };
  const { refresh, paths } = indexed([...posts, about], { ...wide, documents: 3 });
  await refresh.isReady();
  expect(paths("about").toSorted()).toEqual(["/about", "/blog/n3", "/blog/n4"]);
});

test("texts share the characters that the index may contain", async () => {
  const posts = ["lead", "zinc"].map((name) => post(name, { content: paragraph("x".repeat(900)) }));
  const { refresh, index, paths } = indexed(posts, { ...wide, characters: 1_000 });
  await refresh.isReady();
  expect(index.characters).toBe(1_000);
  expect(paths("zinc")).toEqual(["/blog/zinc"]);
});

test("a document that cannot be indexed keeps no other out of the index", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const release = {
    ...{ _id: "release", _type: "changelogEntry", _rev: "1", title: "Release" },
    ...{ version: "9.9.9\ud800", date: "2026-01-01" },
  };
  const { refresh, paths } = indexed([release, post("lead")]);
  expect(await refresh.isReady()).toBe(true);
  expect(paths("lead")).toEqual(["/blog/lead"]);
  expect(logged).toHaveBeenCalledWith(
    expect.stringMatching(/release cannot be searched/),
    expect.anything(),
  );
  logged.mockRestore();
});

test("a document that the lake does not give keeps no other out of the index", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { lake, refresh, paths } = indexed([post("huge"), post("lead")]);
  lake.refused = "post-huge";
  expect(await refresh.isReady()).toBe(true);
  expect(paths("about")).toEqual(["/blog/lead"]);
  logged.mockRestore();
});

test("the entries of one document share the characters that it may have", async () => {
  const questions = Array.from({ length: 90 }, (_, n) => ({ _ref: `faq-${n}` }));
  const home = {
    ...{ _id: "homePage", _type: "homePage", _rev: "1" },
    sections: [{ _key: "faq", _type: "homeFaq", questions }],
  };
  const answers = questions.map(({ _ref }) => ({
    ...{ _id: _ref, _type: "faqItem", _rev: "1", question: `Question ${_ref}` },
    answer: paragraph("word ".repeat(1_000)),
  }));
  const { refresh, index } = indexed([home, ...answers], {
    ...{ documents: 200, entries: 1_000, characters: 10_000_000, entryCharacters: 20_000 },
  });
  await refresh.isReady();
  expect(index.characters).toBe(200_000);
});
