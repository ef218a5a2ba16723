import { request } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { limits } from "./limits";
import { serveLake, type ServedLake, tokens } from "./testing/serve";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());

/** Sends a body in chunks, without its length. */
async function sendInChunks(path: string, chunks: Iterable<string>, token: string) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const sent = request(`${served.url}/v2025-02-19${path}`, { method: "POST", headers });
    sent.on("response", (response) => {
      let text = "";
      response.on("data", (part) => (text += String(part)));
      response.on("close", () => resolve({ status: response.statusCode, text }));
    });
    sent.on("error", reject);
    sent.flushHeaders();
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

test("JSON that is sent in chunks is read", async () => {
  const { readToken, proxyToken } = tokens;
  const query = ['{"query": "1', ' + 1"}'];
  expect(await sendInChunks("/data/query/production", query, readToken)).toMatchObject({
    status: 200,
    text: expect.stringContaining('"result":2'),
  });
  const mutations = ['{"mutations": [', '{"create": {"_id": "a", "_type": "note"}}]}'];
  expect(await sendInChunks("/data/mutate/production", mutations, proxyToken)).toMatchObject({
    status: 200,
  });
});

test("a body whose client goes away in the middle is not an error of ours", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const lake = await serveLake();
  const cutOff = request(`${lake.url}/v2025-02-19/data/query/production`, {
    method: "POST",
    headers: { Authorization: `Bearer ${tokens.readToken}`, "Content-Length": 100 },
  });
  cutOff.on("error", () => {});
  await new Promise<void>((sent) => void cutOff.write("{", () => sent()));
  // The lake responds to a later request on another connection once it has seen the first.
  expect(await lake.client().fetch("1")).toBe(1);
  cutOff.destroy();
  await new Promise((closed) => cutOff.once("close", closed));
  expect(await lake.client().fetch("2")).toBe(2);
  await lake.close();
  expect(errors.mock.calls).toEqual([]);
  errors.mockRestore();
});

test.each([
  ["query", limits.queryBody],
  ["mutate", limits.requestBody],
])(
  "a body of a %s with more than %i bytes is refused, with its length or without",
  async (kind, max) => {
    const long = "x".repeat(max / 4 + 1);
    const chunks = Array.from({ length: 4 }, () => long);
    const path = `/data/${kind}/production`;
    expect(await sendInChunks(path, chunks, tokens.proxyToken)).toMatchObject({ status: 413 });
    const headers = { Authorization: `Bearer ${tokens.proxyToken}` };
    const response = await fetch(`${served.url}/v2025-02-19${path}`, {
      ...{ method: "POST", headers, body: chunks.join("") },
    });
    expect(response.status).toBe(413);
  },
);

test.each(["{", ""])("a body in chunks that is no JSON is refused: %j", async (text) => {
  const sent = await sendInChunks("/data/query/production", [text], tokens.proxyToken);
  expect(sent.status).toBe(400);
});

test.each([
  ["POST", "/data/mutate/production", limits.requestValues],
  ["POST", "/data/actions/production", limits.requestValues],
  ["POST", "/data/query/production", limits.queryValues],
])(
  "more values than a request may have are refused by %s %s, before they are parsed",
  async (method, path, max) => {
    const headers = { Authorization: `Bearer ${tokens.proxyToken}` };
    // It ends before the list does: one that was parsed would be no JSON.
    const body = `{"list": [${"{},".repeat(max)}`;
    const response = await fetch(`${served.url}/v2025-02-19${path}`, { method, headers, body });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain(`${max} values`);
  },
);

test("commas and brackets in a text are not counted as values", async () => {
  const title = String.raw`\",[{`.repeat(100_000);
  const body = `{"mutations": [{"create": {"_id": "commas", "_type": "note", "title": "${title}"}}]}`;
  const headers = { Authorization: `Bearer ${tokens.proxyToken}` };
  const response = await fetch(`${served.url}/v2025-02-19/data/mutate/production`, {
    ...{ method: "POST", headers, body },
  });
  expect(response.status).toBe(200);
});

const deep = `${"[".repeat(400_000)}${"]".repeat(400_000)}`;

test.each([
  ["POST", "/data/query/production", `{"query": "1", "params": {"x": ${deep}}}`],
  ["POST", "/data/mutate/production", `{"mutations": [{"create": {"_type": "a", "x": ${deep}}}]}`],
  [
    "POST",
    "/data/mutate/production",
    `{"mutations": [{"patch": {"id": "a", "set": {"x": ${deep}}}}]}`,
  ],
  ["POST", "/data/actions/production", `{"actions": ${deep}}`],
  ["PUT", "/users/me/keyvalue", `[{"key": "a", "value": ${deep}}]`],
])("deeply nested JSON is refused by %s %s", async (method, path, body) => {
  const headers = { Authorization: `Bearer ${tokens.proxyToken}` };
  const response = await fetch(`${served.url}/v2025-02-19${path}`, { method, headers, body });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("nested deeper than");
});

test.each(["query", "listen"])("deeply nested parameters of a %s are refused", async (kind) => {
  const nested = `${"[".repeat(1_000)}${"]".repeat(1_000)}`;
  const url = `${served.url}/v2025-02-19/data/${kind}/production?query=*[$x == 1]&$x=${nested}`;
  const headers = { Authorization: `Bearer ${tokens.readToken}` };
  const response = await fetch(url, { headers });
  expect(await response.text()).toContain("nested deeper than");
});
