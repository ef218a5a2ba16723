import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../limits";
import { serveLake, type ServedLake, tokens } from "../testing/serve";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
  await served.client().create({ _id: "page", _type: "page" });
});
afterAll(() => served.close());

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${served.url}/v2024-09-01${path}`, init);
  const body: unknown = await response.json();
  return { status: response.status, body };
}

const writes = [
  ["POST", "/data/mutate/production", { mutations: [{ delete: { id: "page" } }] }],
  [
    "POST",
    "/data/actions/production",
    { actions: [{ actionType: "sanity.action.document.delete", publishedId: "page" }] },
  ],
  ["POST", "/assets/files/production?filename=a.txt", { any: "bytes" }],
  ["PUT", "/users/me/keyvalue", [{ key: "layout", value: 1 }]],
] as const;

test("double slashes are merged, and an unsupported request is refused with a message", async () => {
  const headers = bearer(tokens.readToken);
  const response = await fetch(`${served.url}//v2024-09-01//users///me`, { headers });
  expect(response.status).toBe(200);
  expect(await ask("/media-libraries", { headers })).toMatchObject({
    status: 404,
    body: {
      statusCode: 404,
      message: "This content lake does not offer GET /lake/v2024-09-01/media-libraries",
    },
  });
});

describe("without credentials", () => {
  test.each(["/ping", "/data/ping/production", "/check/cors"])("%s is answered", async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  test("live events are sent without drafts, and refused with drafts", async () => {
    const abort = new AbortController();
    const url = `${served.url}/v2024-09-01/data/live/events/production`;
    const open = await fetch(url, { signal: abort.signal });
    expect(open.status).toBe(200);
    abort.abort();
    expect((await fetch(`${url}?includeDrafts=true`)).status).toBe(401);
  });

  test.each([
    "/users/me",
    "/data/query/production?query=*",
    "/data/doc/production/page",
    "/data/listen/production?query=*",
    "/data/export/production",
    "/data/history/production/transactions/page",
    "/projects/local",
    "/nothing",
  ])("%s is refused", async (path) => {
    expect(await ask(path)).toMatchObject({ status: 401, body: { statusCode: 401 } });
  });

  test.each([
    ["a wrong token", { Authorization: "Bearer nonsense" }],
    ["another scheme", { Authorization: `Basic ${tokens.proxyToken}` }],
    ["no token", { Authorization: "Bearer " }],
    ["an identity alone", { "X-Lake-Identity": "e30" }],
    ["a malformed identity", { ...bearer(tokens.proxyToken), "X-Lake-Identity": "e30" }],
  ])("%s is refused", async (_, headers) => {
    expect((await ask("/users/me", { headers })).status).toBe(401);
  });
});

describe("the read token", () => {
  test("reads", async () => {
    const headers = { ...bearer(tokens.readToken), "X-Lake-Identity": "ignored" };
    const response = await ask("/data/query/production?query=count(*)", { headers });
    expect(response).toMatchObject({ status: 200, body: { result: 1 } });
    expect((await ask("/users/me", { headers })).body).toMatchObject({ id: "reader" });
  });

  test.each(writes)("may not %s %s", async (method, path, body) => {
    const headers = bearer(tokens.readToken);
    const response = await ask(path, { method, headers, body: JSON.stringify(body) });
    expect(response).toMatchObject({ status: 403, body: { error: { type: "permissionError" } } });
    expect(served.lake.store.get("page")).toBeDefined();
  });
});

describe("a user whom the site names", () => {
  test("is the Studio's signed-in user", async () => {
    const headers = served.as({ id: "u1", name: "Ünal Ögren", role: "administrator" });
    expect((await ask("/users/me", { headers })).body).toEqual({
      id: "u1",
      name: "Ünal Ögren",
      email: "u1@example.com",
      role: "administrator",
      roles: [{ name: "administrator", title: "Administrator" }],
      provider: "local",
    });
  });

  test("is the author of their writes, and known to others by name", async () => {
    const headers = served.as({ id: "u2", name: "Bo" });
    const mutations = [{ create: { _id: "by-bo", _type: "page" } }];
    const body = JSON.stringify({ mutations });
    expect((await ask("/data/mutate/production", { method: "POST", headers, body })).status).toBe(
      200,
    );
    const others = served.as({ id: "u1" });
    const lines = await fetch(`${served.url}/v1/data/history/production/transactions/by-bo`, {
      headers: others,
    });
    expect(JSON.parse(await lines.text())).toMatchObject({ author: "u2" });
    expect((await ask("/users/u2,unknown", { headers: others })).body).toEqual([
      { id: "u2", displayName: "Bo", imageUrl: null },
    ]);
    // The unmodified client expects an object for a single id.
    expect((await ask("/users/u2", { headers: others })).body).toMatchObject({ id: "u2" });
  });

  test("gets the grants of the role", async () => {
    const grants = async (role: "administrator" | "editor") =>
      (
        await ask("/projects/local/datasets/production/acl", {
          headers: served.as({ id: "u", role }),
        })
      ).body;
    expect(JSON.stringify(await grants("administrator"))).toContain("manage");
    expect(JSON.stringify(await grants("editor"))).not.toContain("manage");
    expect(JSON.stringify(await grants("editor"))).toContain("update");
  });

  test("finds what the Studio saved for them, and nobody else does", async () => {
    const headers = served.as({ id: "u3" });
    const pairs = [
      { key: "layout", value: { sort: "title" } },
      { key: "recent", value: [1, null] },
    ];
    const body = JSON.stringify(pairs);
    const saved = await ask("/users/me/keyvalue", { method: "PUT", headers, body });
    expect(saved).toEqual({ status: 200, body: pairs });
    expect((await ask("/users/me/keyvalue/recent,none,layout", { headers })).body).toEqual([
      pairs[1],
      { key: "none", value: null },
      pairs[0],
    ]);
    const other = served.as({ id: "u4" });
    expect((await ask("/users/me/keyvalue/layout", { headers: other })).body).toEqual([
      { key: "layout", value: null },
    ]);
    for (const wrong of ["{}", '[{"key":1}]', "nonsense"]) {
      const response = await ask("/users/me/keyvalue", { method: "PUT", headers, body: wrong });
      expect(response.status).toBe(400);
    }
    const large = JSON.stringify([{ key: "large", value: "x".repeat(70_000) }]);
    const refused = await ask("/users/me/keyvalue", { method: "PUT", headers, body: large });
    expect(refused.status).toBe(413);
  });

  test("can save a limited number of keys", async () => {
    const headers = served.as({ id: "u5" });
    const keep = (from: number, count: number) => {
      const pairs = Array.from({ length: count }, (_, n) => ({ key: `${from + n}`, value: n }));
      return ask("/users/me/keyvalue", { method: "PUT", headers, body: JSON.stringify(pairs) });
    };
    for (let from = 0; from < limits.keyValues; from += 100) {
      expect((await keep(from, 100)).status).toBe(200);
    }
    expect((await keep(limits.keyValues, 1)).status).toBe(400);
    expect((await keep(0, 1)).status).toBe(200);
  });

  test("can save a limited number of bytes, and gets each value once", async () => {
    const headers = served.as({ id: "u6" });
    const keep = (key: string, bytes: number) =>
      ask("/users/me/keyvalue", {
        method: "PUT",
        headers,
        body: JSON.stringify([{ key, value: "x".repeat(bytes) }]),
      });
    const large = 60_000;
    const keys = Array.from(
      { length: Math.floor(limits.keyValueBytes / (large + 2)) },
      (_, n) => `${n}`,
    );
    for (const key of keys) expect((await keep(key, large)).status).toBe(200);
    expect((await keep("further", large)).status).toBe(400);
    expect((await keep("0", 1)).status).toBe(200);
    const repeated = await ask("/users/me/keyvalue/0,0,1,0", { headers });
    expect(repeated.body).toEqual([
      { key: "0", value: "x" },
      { key: "1", value: "x".repeat(large) },
    ]);
  });
});

describe("the Studio's requests at its start", () => {
  const responses: [string, unknown][] = [
    ["/projects/local?includeMembers=false", { id: "local", features: [], members: [] }],
    ["/projects/local/datasets", [{ name: "production" }]],
    ["/projects/local/datasets?datasetProfile=comments&addonFor=production", []],
    ["/projects/local/grants", {}],
    ["/projects/local/user-applications", []],
    ["/features", []],
    ["/journey/trial", null],
    ["/help?m=sanity@5.31.2", {}],
    ["/intake/telemetry-status", { status: "denied" }],
    ["/auth/providers", { providers: [] }],
    ["/data/history/production/events/documents/page", { events: { page: [] }, nextCursor: "" }],
    ["/data/references/production/documents/page/to", { totalCount: 0, references: [] }],
  ];
  test.each(responses)("%s is answered", async (path, expected) => {
    const { status, body } = await ask(path, { headers: served.as({ id: "u1" }) });
    expect(status).toBe(200);
    if (expected === null) expect(body).toBeNull();
    else expect(body).toMatchObject(expected as object);
  });

  test("references to a document are listed for its own dataset, and none for others", async () => {
    const client = served.client();
    await client.create({ _id: "linked", _type: "page" });
    await client.create({
      _id: "linking",
      _type: "page",
      link: { _type: "reference", _ref: "linked" },
    });
    const path = "/data/references/production/documents/linked/to";
    const headers = served.as({ id: "u1" });
    const all = await ask(path, { headers });
    expect(all.body).toEqual({ totalCount: 1, references: [{ documentId: "linking" }] });
    const external = await ask(`${path}?excludeInternalReferences=true`, { headers });
    expect(external.body).toEqual({ totalCount: 0, references: [] });
  });

  test("missing documents are listed as omitted", async () => {
    const path = "/data/doc/production/page,drafts.page?excludeContent=true";
    const { body } = await ask(path, { headers: served.as({ id: "u1" }) });
    expect(body).toMatchObject({
      documents: [{ _id: "page", _type: "page" }],
      omitted: [{ id: "drafts.page", reason: "existence" }],
    });
  });

  test("an empty batch of a form's checks, which has no ids, is not an error", async () => {
    const path = "/data/doc/production?excludeContent=true";
    const { status, body } = await ask(path, { headers: served.as({ id: "u1" }) });
    expect([status, body]).toEqual([200, { documents: [], omitted: [] }]);
  });

  test("the export has every document on its own line", async () => {
    const response = await fetch(`${served.url}/v1/data/export/production`, {
      headers: served.as({ id: "u1" }),
    });
    const lines = (await response.text()).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([...served.lake.store.documents.all]);
  });

  test.each([
    ["another dataset", "/data/query/other?query=*"],
    ["another project", "/projects/other"],
    ["another project's datasets", "/projects/other/datasets"],
    ["an unknown path", "/nothing/here"],
  ])("%s is not found", async (_, path) => {
    const { status, body } = await ask(path, { headers: served.as({ id: "u1" }) });
    expect(status).toBe(404);
    expect(body).toMatchObject({ statusCode: 404, error: "Not Found" });
  });
});
