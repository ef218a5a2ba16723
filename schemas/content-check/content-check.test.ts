import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkContent, errorKinds, type LakeDocument } from ".";

const now = new Date("2026-03-01T12:00:00Z");
const slug = (current: string) => ({ _type: "slug", current });

const check = (...documents: LakeDocument[]) =>
  checkContent(documents, now)
    .filter(({ kind }) => kind !== "invalid")
    .map(({ kind, id, message }) => `${kind} ${id}: ${message}`);

const posted = { _type: "post", legacyAuthor: "Ada Example" };
const category = { _id: "c", _type: "category", title: "Security", slug: slug("security") };

describe("the content check", () => {
  test("finds nothing wrong with consistent documents", () => {
    const post = { _id: "a", ...posted, slug: slug("a"), category: { _ref: "c" } };
    const link = { _id: "r", _type: "redirect", from: "/old", to: "/blog/a#end" };
    expect(check(category, post, link)).toEqual([]);
  });

  test("lists drafts and scheduled documents", () => {
    expect(
      check(
        category,
        { ...category, _id: "drafts.c" },
        { _id: "drafts.new", _type: "author", name: "Ada" },
        { _id: "p", ...posted, publishAt: "2026-04-01T00:00:00Z" },
        { _id: "q", ...posted, unpublishAt: "2026-02-01T00:00:00Z" },
        { _id: "s", ...posted, unpublishAt: "2026-05-01T00:00:00Z" },
      ),
    ).toEqual([
      "scheduled p: Visitors see it from 2026-04-01T00:00:00Z",
      "scheduled q: Ended at 2026-02-01T00:00:00Z",
      "scheduled s: Visitors see it until 2026-05-01T00:00:00Z",
      "draft c: Has unpublished changes",
      "draft new: Not published yet",
    ]);
  });

  test("writes times in the way of the reader, and plans by their names", () => {
    const findings = checkContent(
      [
        { _id: "p", ...posted, publishAt: "2026-04-01T00:00:00Z" },
        { _id: "plan-a", _type: "plan", name: "Business" },
        {
          _id: "rows",
          _type: "planComparison",
          columns: [{ _ref: "plan-a" }],
          groups: [{ rows: [{ name: "Rate limit" }] }],
        },
      ],
      now,
      (time) => `day ${time.slice(8, 10)}`,
    );
    const messages = findings.map(({ message }) => message);
    expect(messages).toContain("Visitors see it from day 01");
    expect(messages).toContain("“Rate limit” has no value for the plan “Business”");
  });

  test("finds links to documents that are deleted, unpublished or never existed", () => {
    const markDefs = [{ href: "/blog/nowhere" }, { href: "/docs?q=x" }];
    const content = [{ _type: "block", markDefs }];
    expect(
      check(
        { _id: "p", ...posted, category: { _ref: "gone" }, author: { _ref: "n" }, content },
        { _id: "drafts.n", _type: "author" },
      ),
    ).toEqual([
      "link p: Category refers to “gone”, which is gone",
      "link p: Author refers to “n”, which is not published",
      "link p: Body 1: There is no page at /blog/nowhere. Choose one that exists.",
      "unfinished n: Name: Fill in “Name”: visitors would see a gap.",
      "draft n: Not published yet",
    ]);
  });

  test("finds pictures without alternative text", () => {
    const image = { _type: "image", asset: { _ref: "image-a" } };
    const found = check(
      { _id: "image-a", _type: "sanity.imageAsset" },
      { _id: "a", _type: "author", name: "Ada", image },
    );
    expect(found).toEqual([
      expect.stringMatching(/^picture a: Portrait › Alternative text: Describe the picture/),
    ]);
  });

  test("finds documents with the same path, and redirect loops", () => {
    expect(
      check(
        { _id: "legal", _type: "legalPage", title: "Terms", slug: slug("terms") },
        { _id: "page", _type: "page", title: "Offer", slug: slug("terms") },
        { _id: "blog", _type: "page", title: "Blog", slug: slug("blog") },
        { _id: "r1", _type: "redirect", from: "/a", to: "/b" },
        { _id: "r2", _type: "redirect", from: "/b", to: "/c" },
        { _id: "r3", _type: "redirect", from: "/c", to: "/a" },
        { _id: "r4", _type: "redirect", from: "/blog", to: "/terms" },
      ),
    ).toEqual([
      "url legal: Has the same URL as Offer",
      "url page: Has the same URL as Terms",
      "url blog: The site itself has a page at this URL",
      "unwise r4: There is a page at /blog: visitors see that page, and never follow this redirect.",
      "url r1: Visitors would go round in circles",
      "url r2: Visitors would go round in circles",
      "url r3: Visitors would go round in circles",
    ]);
  });

  test("distinguishes errors, warnings and unfinished drafts", () => {
    const question = "Is this question far too long ".repeat(5);
    const faq = { _type: "faq", question, answer: [] };
    const found = checkContent(
      [
        { _id: "f", ...faq },
        { _id: "drafts.g", ...faq },
        { _id: "r1", _type: "redirect", from: "/a", to: "/b" },
        { _id: "r2", _type: "redirect", from: "/b", to: "/" },
      ],
      now,
    ).map(({ kind, id, message }) => [errorKinds.has(kind), kind, id, message]);
    expect(found).toEqual([
      [false, "unwise", "f", expect.stringMatching(/^Question: Keep it under 120 characters/)],
      [true, "invalid", "f", "Answer: The question has no answer."],
      [false, "unwise", "r1", expect.stringMatching(/Write \/ to save visitors a step\.$/)],
      [false, "unfinished", "g", "Answer: The question has no answer."],
      [false, "draft", "g", "Not published yet"],
    ]);
  });

  test("reports what drafts would break together with published documents", () => {
    const offer = { _id: "offer", _type: "page", title: "Offer", slug: slug("offer") };
    const moved = { ...offer, _id: "drafts.offer", slug: slug("terms") };
    expect(
      check(
        offer,
        moved,
        { _id: "legal", _type: "legalPage", title: "Terms", slug: slug("terms") },
        { _id: "r1", _type: "redirect", from: "/a", to: "/b" },
        { _id: "drafts.r2", _type: "redirect", from: "/b", to: "/a" },
        { _id: "drafts.r3", _type: "redirect", from: "/c", to: "/offer" },
      ).filter((finding) => !/^draft|^unfinished offer: Se/.test(finding)),
    ).toEqual([
      "link r1: New path or URL: There is no page at /b. Choose one that exists.",
      "unfinished r3: New path or URL: There is no page at /offer. Choose one that exists.",
      "unfinished offer: Has the same URL as Terms",
      "unfinished r2: Visitors would go round in circles",
    ]);
  });

  test("finds plans that contradict each other", () => {
    expect(
      check(
        { _id: "plan-a", _type: "plan", id: "a", popular: true },
        { _id: "plan-b", _type: "plan", id: "a", popular: true },
        {
          _id: "planComparison",
          _type: "planComparison",
          columns: [{ _ref: "plan-a" }, { _ref: "plan-b" }],
          groups: [
            { rows: [{ feature: { _ref: "merge" } }] },
            { rows: [{ name: "Rate limit", values: [{ plan: { _ref: "plan-b" } }] }] },
          ],
        },
        {
          _id: "merge",
          _type: "feature",
          slug: slug("merge"),
          availability: [{ plan: { _ref: "plan-a" } }],
        },
      ),
    ).toEqual([
      "plan plan-a: More than one plan is the most popular",
      "plan plan-b: More than one plan is the most popular",
      "plan plan-a: Another plan has the id “a” too",
      "plan plan-b: Another plan has the id “a” too",
      "plan merge: The comparison has no value for the plan “plan-b”",
      "plan planComparison: “Rate limit” has no value for the plan “plan-a”",
    ]);
  });
});

/** The value as a script may have written it: everything in it of another type. */
function mistaken(value: unknown, name = ""): unknown {
  if (name.startsWith("_")) return value;
  if (typeof value === "string") return 7;
  if (typeof value === "number") return "seven";
  if (Array.isArray(value)) return value.length % 2 ? "text" : [null, "text", 7, { _type: "none" }];
  if (typeof value !== "object" || value === null) return "yes";
  if ("_ref" in value) return { _ref: 7 };
  const parts = Object.entries(value);
  return parts.length < 3
    ? "text"
    : Object.fromEntries(parts.map(([key, part]) => [key, mistaken(part, key)]));
}

test("the check handles whatever a script wrote, and names it", () => {
  const files = readdirSync("content").filter((name) => name.endsWith(".ndjson"));
  const lines = files.flatMap((name) =>
    readFileSync(`content/${name}`, "utf8").split("\n").filter(Boolean),
  );
  const documents = lines.map((line): LakeDocument => {
    const { _id, _type, ...fields } = JSON.parse(line);
    const wrong = Object.entries(fields).map(([name, value]) => [name, mistaken(value, name)]);
    return { ...Object.fromEntries(wrong), _id, _type };
  });
  const drafts = documents.map((document) => ({ ...document, _id: `drafts.${document._id}` }));
  const empty = documents.map(({ _type }) => ({ _id: `${_type}-empty`, _type }));
  const named = new Set(
    checkContent([...documents, ...drafts, ...empty], now)
      .filter(({ kind }) => errorKinds.has(kind))
      .map(({ id }) => id),
  );
  expect(documents.filter(({ _id }) => !named.has(_id))).toEqual([]);
});
