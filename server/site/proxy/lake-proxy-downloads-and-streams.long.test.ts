import { once } from "node:events";
import { request as openRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type ServedLake, tokens } from "@platen/content-lake/testing/serve";
import { type ProxiedLake, startProxiedLake } from "../../testing/proxied-lake";

let proxied: ProxiedLake;
let served: ServedLake;
let port: number;
let file: string;
let makeToken: ProxiedLake["makeToken"];
let ask: ProxiedLake["ask"];

beforeAll(async () => {
  proxied = await startProxiedLake();
  ({ served, port, file, makeToken, ask } = proxied);
});

afterAll(() => proxied.close());
afterEach(() => void vi.useRealTimers());

const query = "/lake/vX/data/query/production?query=1";

test("hundreds of open event streams do not delay a query", async () => {
  const streams: IncomingMessage[] = [];
  for (const clientIp of ["one", "two", "three"]) {
    const headers = { "X-Visitor": clientIp, Authorization: `Bearer ${await makeToken(clientIp)}` };
    const path = "/lake/vX/data/listen/production?query=*";
    const opened = Array.from({ length: 90 }, () => ask(path, headers));
    streams.push(...(await Promise.all(opened)));
  }
  expect(streams.map(({ statusCode }) => statusCode)).toEqual(Array(270).fill(200));
  const headers = { "X-Visitor": "four", Authorization: `Bearer ${await makeToken("four")}` };
  const response = await ask(query, headers);
  expect(response.statusCode).toBe(200);
  response.resume();
  for (const stream of streams) stream.destroy();
});

test("twenty networks with the maximum of public event streams leave some for others", async () => {
  const path = "/lake/vX/data/live/events/production";
  const networks = Array.from({ length: 20 }, (_, n) => `198.51.100.${n}`);
  const streams = await Promise.all(
    networks.flatMap((clientIp) =>
      Array.from({ length: 6 }, () => ask(path, { "X-Visitor": clientIp })),
    ),
  );
  const statuses = streams.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  const other = await ask(path, { "X-Visitor": "198.51.100.20" });
  expect(other.statusCode).toBe(200);
  for (const stream of [...streams, other]) stream.destroy();
});

test("a network that opens public event streams again and again has to wait, and others do not", async () => {
  const open = async (clientIp: string, path: string) => {
    const stream = await ask(path, { "X-Visitor": clientIp });
    stream.destroy();
    return stream.statusCode;
  };
  const [stream, cors] = ["/lake/vX/data/live/events/production", "/lake/v1/check/cors"];
  for (let n = 0; n < 30; n += 1) await open("198.51.100.40", cors);
  expect(await open("198.51.100.40", stream)).toBe(429);
  expect(await open("198.51.100.40", cors)).toBe(429);
  expect(await open("198.51.100.41", stream)).toBe(200);
});

test("an event stream that is read stays open although nothing happens", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const headers = { "X-Visitor": "five", Authorization: `Bearer ${await makeToken("five")}` };
  const stream = await ask("/lake/vX/data/listen/production?query=*", headers);
  let received = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
  await expect.poll(() => received).toContain("event: welcome");
  await vi.advanceTimersByTimeAsync(300_000);
  await served.client().create({ _type: "note" });
  await expect.poll(() => received).toContain("event: mutation");
  stream.destroy();
});

async function download(clientIp: string, path = file): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").pause();
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Visitor: ${clientIp}\r\n\r\n`);
  return socket;
}

test("unread downloads of seventeen networks do not delay pictures or uploads", async () => {
  const client = served.client();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const picture = new URL((await client.assets.upload("image", png)).url).pathname;
  const sockets: Socket[] = [];
  for (let n = 0; n < 17; n += 1) {
    const opened = Array.from({ length: 32 }, () => download(`203.0.113.${n}`));
    sockets.push(...(await Promise.all(opened)));
  }
  const shown = await ask(picture, { "X-Visitor": "203.0.113.99" });
  expect(shown.resume().statusCode).toBe(200);
  const upload = openRequest({
    ...{ port, host: "127.0.0.1", method: "POST" },
    path: "/lake/vX/assets/files/production?filename=a.txt",
    headers: { "X-Visitor": "203.0.113.99", Authorization: `Bearer ${tokens.proxyToken}` },
  });
  upload.end("text");
  const [uploaded]: IncomingMessage[] = await once(upload, "response");
  expect(uploaded?.resume().statusCode).toBe(200);
  for (const socket of sockets) socket.destroy();
}, 180_000);

test("unread downloads by a detour do not delay queries", async () => {
  const detour = file.replace("/lake/", "/lake/v1/../");
  const sockets: Socket[] = [];
  for (let n = 0; n < 4; n += 1) {
    const opened = Array.from({ length: 64 }, () => download(`198.51.100.${60 + n}`, detour));
    sockets.push(...(await Promise.all(opened)));
  }
  const headers = {
    "X-Visitor": "198.51.100.70",
    Authorization: `Bearer ${await makeToken("twelve")}`,
  };
  expect((await ask(query, headers)).resume().statusCode).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test("unread downloads cost other clients nothing, and end", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const unread = await Promise.all(Array.from({ length: 32 }, () => download("hog")));
  for (const clientIp of ["other", "third"]) {
    const read = await ask(file, { "X-Visitor": clientIp });
    expect(read.statusCode).toBe(200);
    read.destroy();
  }
  let served = 0;
  const waiting = ask(file, { "X-Visitor": "hog" }).then((response) => {
    served = response.statusCode ?? 0;
    response.destroy();
  });
  await expect
    .poll(
      async () => {
        await vi.advanceTimersByTimeAsync(10_000);
        return served;
      },
      { timeout: 9_000 },
    )
    .toBe(200);
  await waiting;
  for (const socket of unread) socket.destroy();
});
