import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { limits } from "../limits";
import { realClocks } from "../query/inline-time";
import { serveLake, type ServedLake } from "../testing/serve";

const { document, inlineTime } = limits;

const log = "data/history/production/transactions/large?effectFormat=mendoza";
const earlier = "data/history/production/documents/small?lastRevision=true";

let served: ServedLake;
let unread: IncomingMessage[] = [];

beforeAll(async () => {
  served = await serveLake();
  await served.client().create({ _id: "small", _type: "page" });
  // Each is larger than what sockets on this machine hold, as in a lake that took larger documents.
  limits.document = 32 * 1024 * 1024;
  for (const letter of ["a", "b", "c", "d"]) {
    const text = letter.repeat(9 * 1024 * 1024);
    await served.client().createOrReplace({ _id: "large", _type: "page", text });
  }
  limits.document = document;
});
afterAll(() => served.close());
afterEach(() => {
  limits.inlineTime = inlineTime;
  vi.restoreAllMocks();
  for (const each of unread) each.destroy();
  unread = [];
});

const ask = (path: string, id: string) =>
  fetch(`${served.url}/v1/${path}`, { headers: served.as({ id }) });

/** Sends a request for the log, and does not read its response. */
async function leave(id: string): Promise<void> {
  const headers = served.as({ id });
  const request = get(`${served.url}/v1/${log}`, { headers, agent: false });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("No response");
  response.on("error", () => {});
  unread.push(response);
}

test("two of a user's requests are in flight, twenty wait for them, and the others are refused", async () => {
  await leave("mallory");
  await leave("mallory");
  const statuses: number[] = [];
  const refusals: Response[] = [];
  const asked = Array.from({ length: 25 }, async () => {
    const response = await ask(earlier, "mallory");
    statuses.push(response.status);
    if (response.status === 429) refusals.push(response);
  });
  await expect.poll(() => statuses).toEqual([429, 429, 429, 429, 429]);
  for (const refusal of refusals) {
    expect(refusal.headers.get("Retry-After")).toBe("1");
    expect(await refusal.json()).toEqual({
      statusCode: 429,
      error: "Too Many Requests",
      message: "You have 22 history requests in flight: try again when they have finished",
    });
  }
  expect((await ask(earlier, "ann")).status).toBe(200);
  for (const each of unread) each.destroy();
  await Promise.all(asked);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
});

test("a request that failed, or was for HEAD, makes room for the next", async () => {
  const headers = served.as({ id: "bo" });
  for (let n = 0; n < 4; n++) {
    expect((await ask(`${log}&fromTransaction=unknown`, "bo")).status).toBe(400);
    expect((await ask(`${earlier}&revision=unknown`, "bo")).status).toBe(400);
    const head = await fetch(`${served.url}/v1/${log}`, { method: "HEAD", headers });
    expect(head.status).toBe(200);
  }
  expect((await ask(earlier, "bo")).status).toBe(200);
});

test.each([log, earlier])("a user whose reading took too long waits: %s", async (path) => {
  let processed = 0;
  vi.spyOn(realClocks, "processed").mockImplementation(() => (processed += 100));
  limits.inlineTime = { atOnce: 50, share: 0.001 };
  const id = `reads ${path}`;
  const first = await ask(path, id);
  expect(first.status).toBe(200);
  await first.text();
  const refused = await ask(path, id);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(40);
  expect(await refused.json()).toMatchObject({
    statusCode: 429,
    message: "Your reading of history took too long",
  });
  expect((await ask(path, `not ${id}`)).status).toBe(200);
});
