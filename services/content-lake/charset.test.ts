import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveLake, type ServedLake, tokens } from "./testing/serve";

let served: ServedLake;
const files: Record<string, string> = {};

beforeAll(async () => {
  served = await serveLake();
  const client = served.client();
  const { assets } = client;
  await client.create({ _id: "page", _type: "page", title: "Größe" });
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>ä</text></svg>';
  const upload = async (kind: "file" | "image", name: string, body: string) => {
    const { url } = await assets.upload(kind, Buffer.from(body), { filename: name });
    files[name] = new URL(url).pathname.replace("/lake", "");
  };
  await upload("image", "drawing.svg", drawing);
  await upload("file", "data.json", '{"a":"ä"}');
  await upload("file", "notes.txt", "ä");
});
afterAll(() => served.close());

const typeOf = async (path: string, headers: Record<string, string>) => {
  const abort = new AbortController();
  const response = await fetch(`${served.url}${path}`, { headers, signal: abort.signal });
  abort.abort();
  return response.headers.get("content-type");
};

test("every text response of the lake declares UTF-8", async () => {
  const types: Record<string, string | null> = {};
  const headers = { Authorization: `Bearer ${tokens.proxyToken}` };
  const below = [
    ...["/ping", "/check/cors", "/data/ping/production", "/users/me", "/projects/local"],
    ...[
      "/data/query/production?query=*",
      "/data/query/production?query=*[",
      "/data/doc/production/page",
    ],
    ...["/data/export/production", "/data/history/production/transactions/page", "/nothing"],
    ...["/data/listen/production?query=*", "/data/live/events/production"],
  ];
  const paths = [...below.map((path) => `/v2024-09-01${path}`), ...Object.values(files)];
  paths.push("/nothing", "/v0/ping", "/images/local/production/none.png", "/files/local/none/none");
  for (const path of paths) types[path] = await typeOf(path, headers);
  types["without a token"] = await typeOf("/v2024-09-01/users/me", {});
  const wrong = Object.entries(types).filter(([, type]) => !type?.endsWith("; charset=utf-8"));
  expect(wrong).toEqual([]);
});

test.each([
  [401, "/vX/mux/production", {}],
  [404, "/vX/mux/other", { Authorization: `Bearer ${tokens.proxyToken}` }],
])("a WebSocket that is refused with %i gets the reason", async (status, path, headers) => {
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket" };
  const [response]: IncomingMessage[] = await once(
    get(`${served.url}${path}`, { headers: { ...headers, ...upgrade } }),
    "response",
  );
  if (!response) throw new Error("No response came.");
  expect(response.statusCode).toBe(status);
  expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await text(response)).toMatch(/^[A-Z].+\.\n$/);
});
