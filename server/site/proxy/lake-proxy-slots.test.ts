import { once } from "node:events";
import { createServer, get, request as openRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { serveLake, type ServedLake, tokens } from "../../../services/content-lake/testing/serve";
import { VerifiedSessions } from "../limits/verified-sessions";
import { createLakeProxy } from "./lake-proxy";

let served: ServedLake;
let port: number;
let close: () => void;
let file: string;

beforeAll(async () => {
  served = await serveLake();
  const proxy = createLakeProxy({
    verifiedSessions: new VerifiedSessions("session"),
    target: served.url,
    proxyToken: tokens.proxyToken,
    siteOrigin: "http://localhost:3000",
    door: () => Promise.reject(new Error("These requests must open no session.")),
  });
  const site = createServer((request, response) => {
    // A file of the site's own, which takes no slot of the lake.
    if (request.url === "/large.js") return void response.end(Buffer.alloc(16_000_000, 7));
    proxy
      .handle(request, response, String(request.headers["x-visitor"]), "request-1")
      .catch(() => response.writeHead(500).end());
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  port = typeof address === "object" && address ? address.port : 0;
  const uploaded = await served.client().assets.upload("file", Buffer.alloc(16_000_000, 7), {
    filename: "large.bin",
  });
  file = new URL(uploaded.url).pathname;
  close = () => {
    proxy.close();
    site.closeAllConnections();
    site.close();
  };
}, 60_000);
afterAll(async () => {
  close();
  await served.close();
});
afterEach(() => void vi.useRealTimers());

async function makeToken(label: string): Promise<string> {
  const answer = await fetch(`${served.url}/v1/projects/local/tokens`, {
    method: "POST",
    headers: served.as({ id: "ada", role: "administrator" }),
    body: JSON.stringify({ label, roleName: "viewer" }),
  });
  return (await answer.json()).key;
}

async function ask(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const asking = get({ port, host: "127.0.0.1", path, headers });
  const [response]: IncomingMessage[] = await once(asking, "response");
  if (!response) throw new Error("No response came.");
  return response;
}

const query = "/lake/vX/data/query/production?query=1";

test("hundreds of open event streams keep no query waiting", async () => {
  const streams: IncomingMessage[] = [];
  for (const visitor of ["one", "two", "three"]) {
    const headers = { "X-Visitor": visitor, Authorization: `Bearer ${await makeToken(visitor)}` };
    const path = "/lake/vX/data/listen/production?query=*";
    const opened = Array.from({ length: 90 }, () => ask(path, headers));
    streams.push(...(await Promise.all(opened)));
  }
  expect(streams.map(({ statusCode }) => statusCode)).toEqual(Array(270).fill(200));
  const headers = { "X-Visitor": "four", Authorization: `Bearer ${await makeToken("four")}` };
  const answer = await ask(query, headers);
  expect(answer.statusCode).toBe(200);
  answer.resume();
  for (const stream of streams) stream.destroy();
});

test("twenty networks with all the public event streams that they get leave some for others", async () => {
  const path = "/lake/vX/data/live/events/production";
  const networks = Array.from({ length: 20 }, (_, n) => `198.51.100.${n}`);
  const streams = await Promise.all(
    networks.flatMap((visitor) =>
      Array.from({ length: 6 }, () => ask(path, { "X-Visitor": visitor })),
    ),
  );
  const statuses = streams.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  const other = await ask(path, { "X-Visitor": "198.51.100.20" });
  expect(other.statusCode).toBe(200);
  for (const stream of [...streams, other]) stream.destroy();
});

test("downloads that seventeen networks do not read keep no picture and no upload waiting", async () => {
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
});

async function download(visitor: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").pause();
  await once(socket, "connect");
  socket.write(`GET ${file} HTTP/1.1\r\nHost: a\r\nX-Visitor: ${visitor}\r\n\r\n`);
  return socket;
}

test("downloads that nobody reads cost others nothing, and end", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const unread = await Promise.all(Array.from({ length: 32 }, () => download("hog")));
  for (const visitor of ["other", "third"]) {
    const read = await ask(file, { "X-Visitor": visitor });
    expect(read.statusCode).toBe(200);
    read.destroy();
  }
  let served = 0;
  const waiting = ask(file, { "X-Visitor": "hog" }).then((answer) => {
    served = answer.statusCode ?? 0;
    answer.destroy();
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

test("an event stream that is read stays, although nothing happens on it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const headers = { "X-Visitor": "five", Authorization: `Bearer ${await makeToken("five")}` };
  const stream = await ask("/lake/vX/data/listen/production?query=*", headers);
  let heard = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => (heard += chunk));
  await expect.poll(() => heard).toContain("event: welcome");
  await vi.advanceTimersByTimeAsync(300_000);
  await served.client().create({ _type: "note" });
  await expect.poll(() => heard).toContain("event: mutation");
  stream.destroy();
});

test("an upload that stops coming is refused, and its slot is free again", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const upload = openRequest({
    ...{ port, host: "127.0.0.1", method: "POST" },
    path: "/lake/vX/assets/files/production?filename=a.bin",
    headers: {
      "X-Visitor": "six",
      Authorization: `Bearer ${tokens.proxyToken}`,
      "Content-Length": "1000000",
    },
  });
  upload.on("error", () => {});
  upload.write("a".repeat(1_000));
  let status = 0;
  upload.once("response", (answer: IncomingMessage) => {
    status = answer.statusCode ?? 0;
    answer.resume();
  });
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      return status;
    })
    .toBe(408);
});

test("a refused upload leaves its connection usable for the next request", async () => {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
  const head = (method: string, path: string, more: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Visitor: seven\r\n${more}\r\n`;
  const path = "/lake/vX/assets/files/production?filename=a.bin";
  const token = `Authorization: Bearer ${await makeToken("seven")}\r\n`;
  socket.write(head("POST", path, `${token}Content-Length: 300000\r\n`));
  socket.write("a".repeat(150_000));
  await expect.poll(() => received).toMatch(/^HTTP\/1\.1 403 /);
  socket.write("a".repeat(150_000) + head("GET", query, token));
  await expect.poll(() => received).toMatch(/HTTP\/1\.1 200 /);
  socket.destroy();
});

test("uploads with made-up tokens, of which nothing comes, keep no slot from those whose token works", async () => {
  const path = "/lake/vX/data/mutate/production";
  const sockets: Socket[] = [];
  for (const [network, count] of [4, 5, 6, 7].flatMap((n) => [[`192.0.2.${n}`, 64]] as const)) {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Visitor: ${network}\r\n`;
    for (let n = 0; n < count; n += 1) {
      const socket = connect(port, "127.0.0.1")
        .on("error", () => {})
        .resume();
      sockets.push(socket);
      socket.write(`${head}Authorization: Bearer made-up\r\nContent-Length: 10\r\n\r\n`);
    }
  }
  const headers = { "X-Visitor": "192.0.2.8", Authorization: `Bearer ${await makeToken("nine")}` };
  expect((await ask(query, headers)).resume().statusCode).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test("an upload that was refused for its slowness behind an unread response is not answered twice", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => {});
  await once(socket, "connect");
  const head = "HTTP/1.1\r\nHost: a\r\nX-Visitor: eight\r\n";
  const token = `Authorization: Bearer ${await makeToken("eight")}\r\n`;
  const upload = `POST /lake/vX/data/mutate/production ${head}${token}`;
  const slots = () => served.client().fetch("1");
  socket.write(`GET /large.js ${head}\r\n${upload}Content-Length: 10\r\n\r\n`);
  await slots();
  for (let round = 0; round < 8; round += 1) await vi.advanceTimersByTimeAsync(10_000);
  // The delayed body reaches the lake, which refuses its token, where the request is still
  // forwarded.
  socket.write("0123456789");
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    received += chunk.replaceAll("\x07", "");
  });
  socket.resume();
  await expect
    .poll(() => received.match(/HTTP\/1\.1 \d+/g), { timeout: 5_000 })
    .toEqual(["HTTP/1.1 200", "HTTP/1.1 408"]);
  socket.destroy();
});
