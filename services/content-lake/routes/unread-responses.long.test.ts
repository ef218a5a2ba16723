import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { reader } from "../access/identity";
import { limits } from "../limits";
import { serveLake, type ServedLake, tokens } from "../testing/serve";

const { document, response, unsent } = limits;
const megabyte = 1024 * 1024;

/** Larger than what sockets on this machine hold. */
const large = 9 * megabyte;
const query = "data/query/production?query=*[_id=='large'][0]";
const byId = "data/doc/production/large";
const earlier = "data/history/production/documents/large?lastRevision=true";

let served: ServedLake;
let unread: IncomingMessage[] = [];

beforeAll(async () => {
  served = await serveLake();
  // As in a lake that took larger documents.
  limits.document = 32 * megabyte;
  await served.client().create({ _id: "large", _type: "page", text: "é".repeat(large / 2) });
  limits.document = document;
});
afterAll(() => served.close());
afterEach(() => {
  Object.assign(limits, { response, unsent });
  for (const each of unread) each.destroy();
  unread = [];
});

const as = (id: string): Record<string, string> =>
  id === reader.id ? { Authorization: `Bearer ${tokens.readToken}` } : served.as({ id });

/** Sends a request, and does not read its response. */
async function leave(path: string, id: string, method = "GET"): Promise<number | undefined> {
  const request = get(`${served.url}/v1/${path}`, { headers: as(id), agent: false, method });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("No response");
  response.on("error", () => {});
  unread.push(response);
  return response.statusCode;
}

async function read(path: string, id: string) {
  const response = await fetch(`${served.url}/v1/${path}`, { headers: as(id) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test.each([query, byId, earlier])(
  "%s is refused to a user who leaves large responses unread, until they are closed",
  async (path) => {
    limits.unsent = { requester: 22 * megabyte, everyone: 200 * megabyte };
    expect([await leave(path, "mallory"), await leave(path, "mallory")]).toEqual([200, 200]);
    const refused = await read(path, "mallory");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
    expect(JSON.parse(refused.text)).toMatchObject({
      statusCode: 429,
      error: "Too Many Requests",
      message: "Too many large responses are unread: read them first",
    });
    for (const id of ["ann", reader.id]) {
      const response = await read(path, id);
      expect(response.status).toBe(200);
      expect(Number(response.headers.get("Content-Length"))).toBe(Buffer.byteLength(response.text));
      expect(response.text).toContain("é".repeat(large / 2));
    }
    expect(await read("data/query/production?query=1", "mallory")).toMatchObject({ status: 200 });
    for (const each of unread) each.destroy();
    await expect.poll(async () => (await read(path, "mallory")).status).toBe(200);
    // Read to its end, a response is given back as well.
    expect(await read(path, "mallory")).toMatchObject({ status: 200 });
    expect(await read(path, "mallory")).toMatchObject({ status: 200 });
  },
);

test("all users together leave so much unread, and the site's reader is never refused", async () => {
  limits.unsent = { requester: 22 * megabyte, everyone: 22 * megabyte };
  expect([await leave(query, reader.id), await leave(query, "mallory")]).toEqual([200, 200]);
  expect(await leave(query, "ann")).toBe(429);
  expect(await leave(query, reader.id)).toBe(200);
  expect(await leave(query, reader.id)).toBe(200);
});

test("responses to HEAD are not counted", async () => {
  limits.unsent = { requester: 22 * megabyte, everyone: 200 * megabyte };
  for (let n = 0; n < 4; n++) expect(await leave(query, "ann", "HEAD")).toBe(200);
  expect(await read(query, "ann")).toMatchObject({ status: 200 });
});

test.each([query, byId, earlier])("%s is refused when it has too many bytes", async (path) => {
  // Its characters are half as many.
  limits.response = large - 1;
  expect(await read(path, "ann")).toMatchObject({
    status: 400,
    text: expect.stringContaining(`larger than ${large - 1} bytes`),
  });
});
