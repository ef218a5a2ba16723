import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { exchange, inTurns } from "./exchange";
import { programPaths } from "../e2e/support/program-paths";
import { problemWith } from "./oracles";
import { newNetwork, signIn } from "./people";
import { samples } from "./samples";

const site = inject("hostileSite");

const document = z.looseObject({ _id: z.string(), _type: z.string() });
type Document = z.infer<typeof document>;

/** The sample content: documents as the site expects them. */
const documents: Document[] = readdirSync("content")
  .filter((name) => name.endsWith(".ndjson"))
  .flatMap((name) => readFileSync(join("content", name), "utf8").trim().split("\n"))
  .map((line) => document.parse(JSON.parse(line)))
  // Pictures of the sample content are uploaded with it: only its importer knows these.
  .filter((each) => !JSON.stringify(each).includes("_sanityAsset"))
  // Only administrators write plans.
  .filter(({ _type }) => _type !== "plan");

/** What a script with an editor's permissions may write where the Studio's forms would not. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1e308,
      "",
      "x",
      "javascript:alert(1)",
      "/\\evil.example",
    ),
    fc.constantFrom(
      "2025-13-45",
      "2025-01-01",
      "https://[",
      "//evil.example",
      "<script>",
      "\u0000",
      "𝒳",
    ),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.record(
      {
        _type: fc.constantFrom(
          ...[
            "block",
            "span",
            "image",
            "code",
            "table",
            "reference",
            "slug",
            "link",
            "callout",
            "x",
          ],
          ...["hero", "faqList", "object", "inlineImage", "columns", "row", "cell", "video"],
        ),
        _key: fc.oneof(fc.constantFrom("a", "b"), tie("value")),
        _ref: fc.oneof(fc.constantFrom("image-x", "siteSettings", "made-up"), tie("value")),
        children: tie("value"),
        text: fc.oneof(fc.constant("x".repeat(20_000)), tie("value")),
        marks: tie("value"),
        markDefs: tie("value"),
        style: fc.oneof(fc.constantFrom("h1", "h9", "normal"), tie("value")),
        listItem: fc.oneof(fc.constantFrom("bullet", "number"), tie("value")),
        level: fc.oneof(fc.constantFrom(-1, 0, 1e9), tie("value")),
        href: tie("value"),
        asset: tie("value"),
        code: tie("value"),
        language: fc.oneof(fc.constantFrom("typescript", "__proto__"), tie("value")),
        rows: tie("value"),
        cells: tie("value"),
        current: tie("value"),
      },
      { requiredKeys: [] },
    ),
  ),
}));

const change = fc
  .tuple(fc.nat(), fc.nat(), fc.nat(), value)
  .map(([which, field, place, odd]): Document => {
    const chosen = documents[which % documents.length] ?? { _id: "x", _type: "x" };
    const names = Object.keys(chosen).filter((name) => !name.startsWith("_"));
    const name = names[field % names.length] ?? "title";
    const former = chosen[name];
    // Either the whole value, or one member of a list.
    const changed =
      Array.isArray(former) && place % 2 ? former.with(place % former.length, odd) : odd;
    return { ...chosen, [name]: changed };
  });

interface Answered {
  status: number;
  text: string;
  problem: string | null;
}

async function send(method: string, path: string, cookie: string, body = ""): Promise<Answered> {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...["Host: localhost", "Connection: close", "Content-Type: application/json"],
    ...[`Cookie: ${cookie}`, `Content-Length: ${Buffer.byteLength(body)}`, "", body],
  ];
  const parts = [Buffer.from(lines.join("\r\n"))];
  const response = await exchange({
    ...{ port: site.port, from: newNetwork(), parts },
    ...{ end: "wait", timeout: 10_000 },
  });
  return {
    status: response.statuses.at(-1) ?? 0,
    text: response.text,
    problem: problemWith(response),
  };
}

const write = (cookie: string, mutations: unknown[]) =>
  send("POST", "/lake/v2025-02-19/data/mutate/production", cookie, JSON.stringify({ mutations }));

/** Pages of every kind; a document of the sample content is on at least one. */
const pages = [
  ...["/", "/blog", "/solutions", "/about", "/careers", "/contact", "/docs", "/security", "/login"],
  ...["/changelog", "/sitemap", ...programPaths, "/privacy", "/blog.data", "/docs/merge"],
  "/blog/optimizing-pdf-workflows-for-enterprise",
];

describe("documents that no form would save", () => {
  test("break no page", async () => {
    const cookie = await signIn(site, "editor");
    expect(documents.length).toBeGreaterThan(50);
    for (let round = 0; round < 12; round += 1) {
      const changes = samples(change, 3, round);
      const written = await inTurns(changes, 1, (each) =>
        write(cookie, [{ createOrReplace: each }]),
      );
      const opened = await inTurns(pages, 4, async (page) => {
        const { problem, text } = await send("GET", page, "");
        return problem && `${page}: ${problem} ${text.slice(0, 300)}`;
      });
      const restored = await write(
        cookie,
        changes.map(({ _id }) => ({
          createOrReplace: documents.find((each) => each._id === _id),
        })),
      );
      expect(restored.status).toBe(200);
      const problems = [...written.map(({ problem }) => problem), ...opened];
      const sent = JSON.stringify(changes);
      expect(
        problems.filter((problem) => problem !== null),
        sent,
      ).toEqual([]);
    }
  });
});

/**
 * A page as one visitor gets it: rendered for them, and never the last version that could be
 * rendered.
 */
const rendered = (page: string) => send("GET", page, "toast=x");

test("a plan comparison with a null group breaks no page", async () => {
  const cookie = await signIn(site, "editor");
  const former = documents.find(({ _type }) => _type === "planComparison");
  await write(cookie, [{ createOrReplace: { ...former, groups: [null] } }]);
  try {
    // The site receives the change some milliseconds later.
    for (let n = 0; n < 20; n += 1) expect((await rendered("/")).problem).toBeNull();
  } finally {
    await write(cookie, [{ createOrReplace: former }]);
  }
});

describe("an editor's requests to the lake", () => {
  test("queries of any text", async () => {
    const cookie = await signIn(site, "editor");
    const pieces = fc.constantFrom(
      ...["*", "[", "]", "{", "}", "(", ")", "..", "...", "->", "|", "order", "_id", "'a'", "$x"],
      ...["&&", "!", "==", "in", "match", "@", "^", "1", ",", "=>", "select", "count", "path", " "],
      ...["*[_type == 'post']", "{_id, title}", "| order(_id desc)", "[0...2]", "references('x')"],
    );
    const query = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces).map((each) => each.join("")),
    );
    const problems = await inTurns(samples(query, 180), 6, async (text) => {
      const body = JSON.stringify({ query: text, params: { x: 1 } });
      const path = "/lake/v2025-02-19/data/query/production";
      const { problem } = await send("POST", path, cookie, body);
      return problem && `${problem}: ${text}`;
    });
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  test("mutations of any shape", async () => {
    const cookie = await signIn(site, "editor");
    const mutation = fc.oneof(
      value,
      value.map((odd) => ({ create: { _id: "odd", _type: "odd", odd } })),
      value.map((odd) => ({ patch: { id: "odd", set: odd, unset: odd, insert: odd, inc: odd } })),
      value.map((odd) => ({ delete: odd })),
      fc
        .tuple(fc.string(), value)
        .map(([path, odd]) => ({ patch: { id: "odd", set: { [path]: odd } } })),
    );
    const problems = await inTurns(samples(mutation, 180), 6, async (each) => {
      const { problem } = await write(cookie, [each]);
      return problem && `${problem}: ${JSON.stringify(each)}`;
    });
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });
});
