import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectMemoryBack, memory } from "@platen/kit/testing/memory";
import { limits } from "./limits";
import { serveLake, type ServedLake, tokens } from "./testing/serve";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
  await served.client().create({ _id: "page", _type: "page", list: [{ _key: "a" }], n: 1 });
});
afterAll(() => served.close());

let requests = 0;
/** Memory in use after the first thousand requests, when everything was loaded and compiled. */
let before = memory();

async function ask(path: string, init: RequestInit): Promise<Response> {
  if (++requests === 1_000) before = memory();
  return served.lake.fetch(new Request(`http://lake/lake/${path}`, init), { address: "" });
}

async function post(path: string, body: BodyInit): Promise<{ status: number; body: string }> {
  const headers = served.as({ id: "mallory" });
  const response = await ask(`v2025-02-19/data/${path}`, { method: "POST", headers, body });
  return { status: response.status, body: await response.text() };
}

async function get(path: string, headers: HeadersInit = served.as({ id: "mallory" })) {
  const response = await ask(path, { headers });
  // Event streams have no end.
  await response.body?.cancel();
  return response.status;
}

/** Partly valid, partly arbitrary requests. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    fc.constantFrom(null, true, 0, -1, 1e308, "", "page", "drafts.page", "*", "*[_id == $id]"),
    fc.string({ unit: "binary" }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...["mutations", "create", "createOrReplace", "createIfNotExists", "delete", "patch"],
        ...["_id", "_type", "id", "query", "params", "set", "unset", "insert", "after", "items"],
        ...["inc", "diffMatchPatch", "list[0]", "..a", 'list[_key=="a"].b', "__proto__", "_ref"],
        ...["transactionId", "hasOwnProperty", "constructor", "n", "toString", "$", "actions"],
        ...["actionType", "publishedId", "draftId", "attributes", "ifExists"],
      ),
      tie("value"),
      { maxKeys: 5 },
    ),
  ),
}));

const selection = fc.record(
  { id: fc.constantFrom("page", "drafts.page", "x y"), query: fc.constantFrom("*", "*[", "1") },
  { requiredKeys: [] },
);
const operations = fc.record(
  {
    set: fc.dictionary(fc.string(), value, { maxKeys: 3 }),
    unset: fc.array(fc.oneof(fc.string(), fc.constantFrom("list[0]", "list[*]", "..", "a[(1"))),
    inc: fc.dictionary(fc.constantFrom("n", "list", "a.b"), fc.double()),
    diffMatchPatch: fc.dictionary(fc.constantFrom("n", "title"), fc.string()),
    insert: fc.record({ after: fc.constantFrom("list[-1]", "n[0]", "list", ""), items: value }),
  },
  { requiredKeys: [] },
);
const mutation = fc.oneof(
  value,
  value.map((create) => ({ create })),
  value.map((each) => ({ createOrReplace: { _id: "page", _type: "page", each } })),
  fc.tuple(selection, operations).map(([which, what]) => ({ patch: { ...which, ...what } })),
  selection.map((each) => ({ delete: each })),
);
const action = fc.oneof(
  value,
  fc
    .tuple(
      fc.constantFrom(
        ...["create", "edit", "publish", "unpublish", "discard", "delete", "replaceDraft"],
        ...["version.create", "version.discard", "version.replace", "version.unpublish", "x"],
      ),
      fc.record(
        {
          publishedId: fc.constantFrom("page", "drafts.page", "", "versions.r.page"),
          draftId: fc.constantFrom("page", "drafts.page", "versions.r.page"),
          versionId: fc.constantFrom("versions.r.page", "versions.", "drafts.page"),
          baseId: fc.constantFrom("page", "drafts.page"),
          attributes: value,
          document: value,
          patch: operations,
          includeDrafts: fc.array(fc.constantFrom("drafts.page", "versions.r.page")),
        },
        { requiredKeys: ["publishedId"] },
      ),
    )
    .map(([name, rest]) => ({ actionType: `sanity.action.document.${name}`, ...rest })),
);

/** A lone surrogate has no encoding. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ""));

/** Every document can still be read, queried and saved. */
async function expectWhole(): Promise<void> {
  const { store } = served.lake;
  expect(await get("v1/data/query/production?query=*{_id,'to':*[references(^._id)]._id}")).toBe(
    200,
  );
  for (const document of store.documents.all) {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  }
}

describe("whatever is sent, the response is a result or a 4xx:", () => {
  test.each([
    ["mutate", (each: unknown) => ({ mutations: [each] }), mutation, 1_500],
    ["actions", (each: unknown) => ({ actions: [each] }), action, 1_000],
    ["query", (each: unknown) => each, value, 2_000],
  ] as const)("to %s", async (endpoint, wrap, arbitrary, numRuns) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (each) => {
        const { status } = await post(`${endpoint}/production`, JSON.stringify(wrap(each)) ?? "");
        expect(status).toBeLessThan(500);
      }),
      { numRuns },
    );
    await expectWhole();
  });

  test("URLs and headers of any text", async () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }).map(encode),
      fc.string(),
      fc.constantFrom(
        ...["data", "query", "doc", "listen", "live", "events", "history", "export", "references"],
        ...["documents", "transactions", "production", "page", "projects", "local", "tokens", "to"],
        ...[
          "users",
          "me",
          "keyvalue",
          "assets",
          "images",
          "acl",
          "datasets",
          "..",
          "%2e%2e",
          "%ff",
        ],
      ),
    );
    const address = fc
      .tuple(
        fc.constantFrom("v1", "v2025-02-19", "vX", "v", "images", "files"),
        fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("/")),
        fc.array(fc.tuple(piece, piece), { maxLength: 3 }),
      )
      .map(([version, path, query]) => {
        const search = query.map(([name, text]) => `${name}=${text}`).join("&");
        return `${version}/${path}${search && `?${search}`}`;
      });
    const text = fc
      .string({
        unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
      })
      .filter((each) => !each.includes("\x7f"));
    const headers = fc.record(
      {
        Authorization: fc.oneof(
          text,
          text.map((each) => `Bearer ${each}`),
          fc.constant(`Bearer ${tokens.proxyToken}`),
        ),
        "X-Lake-Identity": fc.oneof(text, fc.base64String()),
        "Last-Event-ID": text,
        "Content-Type": text,
        Range: text,
        "If-None-Match": text,
        Accept: text,
      },
      { requiredKeys: ["Authorization"] },
    );
    await fc.assert(
      fc.asyncProperty(address, headers, fc.boolean(), async (path, given, known) => {
        const credentials = known ? served.as({ id: "mallory" }) : {};
        expect(await get(path, { ...given, ...credentials })).toBeLessThan(500);
      }),
      { numRuns: 4_000 },
    );
    await expectWhole();
  });

  test("queries of any text", async () => {
    const pieces = fc.constantFrom(
      ...["*", "[", "]", "{", "}", "(", ")", "..", "...", "->", "|", "order", "_id", "'a'", "$x"],
      ...["&&", "!", "==", "in", "match", "@", "^", "1", ",", "=>", "select", "count", "path", " "],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((each) => each.join("")),
        ),
        async (query) => {
          const body = JSON.stringify({ query, params: { x: 1 } });
          expect([200, 400]).toContain((await post("query/production", body)).status);
          const text = encode(query);
          expect([200, 400]).toContain(await get(`v1/data/query/production?query=${text}`));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([
    "",
    "nonsense",
    "null",
    "[]",
    '{"mutations":1}',
    '{"mutations":[',
    '{"mutations":[{"create":{"_type":"a"},"delete":{"id":"page"}}]}',
    `{"mutations":[{"create":{"_type":"a","b":${"[".repeat(50_000)}${"]".repeat(50_000)}}}]}`,
    `{"mutations":[{"create":{"_type":"a"}}],"transactionId":"a b"}`,
  ])("the body %.60s", async (body) => {
    const { status } = await post("mutate/production", body);
    expect(status).toBe(400);
  });

  test.each([
    ["v9/users/me", 404],
    ["v2025-02-19/data/query/production", 400],
    ["v2025-02-19/data/query/production?query=*&$a=nonsense", 400],
    ["v2025-02-19/data/query/production?query=*&$hasOwnProperty=1", 400],
    ["v2025-02-19/data/query/production?query=*&$a b=1", 400],
    ["v2025-02-19/data/query/production?query=*&perspective=a;b", 400],
    ["v2025-02-19/data/query/production?query=*&perspective=raw,drafts", 400],
    ["v2025-02-19/data/doc/production/%00", 400],
    ["v2025-02-19/data/doc/production/%ff", 200],
    ["v2025-02-19/data/history/production/transactions/%00", 400],
    ["v2025-02-19/data/history/production/transactions/a?authors=%00", 400],
    ["v2025-02-19/users/me/keyvalue/%00", 400],
    ["v2025-02-19/users/%00", 400],
  ])("GET %s", async (path, status) => {
    expect(await get(path)).toBe(status);
  });

  test("a body above the limit, with and without its length", async () => {
    const large = JSON.stringify({ mutations: [], padding: "x".repeat(limits.requestBody) });
    expect((await post("mutate/production", large)).status).toBe(413);
    const response = await fetch(`${served.url}/v1/data/mutate/production`, {
      method: "POST",
      headers: served.as({ id: "mallory" }),
      body: new Blob([large]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
    await response.body?.cancel();
    await expectWhole();
  });

  test("a result that grows without bounds", async () => {
    const text = "x".repeat(100_000);
    for (let n = 0; n < 50; n += 1) {
      const mutations = [{ create: { _id: `bomb-${n}`, _type: "bomb", text } }];
      await post("mutate/production", JSON.stringify({ mutations }));
    }
    const query = "*[_type == 'bomb']{'a': *[_type == 'bomb']{'b': *[_type == 'bomb']}}";
    const response = await post("query/production", JSON.stringify({ query }));
    expect(response.status).toBe(400);
    expect(response.body).toMatch(/larger than|took longer|too deeply/);
    await post(
      "mutate/production",
      JSON.stringify({ mutations: [{ delete: { query: "*[_type == 'bomb']" } }] }),
    );
  });

  test("and after 10,000 of them the lake needs no more memory than before", async () => {
    await post("mutate/production", '{"mutations":[{"delete":{"query":"*[_id != \'page\']"}}]}');
    expect(requests).toBeGreaterThan(10_000);
    await expectMemoryBack(before, { own: 30 });
    await expectWhole();
  });
});
