import { once } from "node:events";
import { request as openRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { tokens } from "@platen/content-lake/testing/serve";
import { type ProxiedLake, startProxiedLake } from "../../testing/proxied-lake";

let proxied: ProxiedLake;
let port: number;
let mutations: ProxiedLake["mutations"];
let makeToken: ProxiedLake["makeToken"];
let ask: ProxiedLake["ask"];

beforeAll(async () => {
  proxied = await startProxiedLake();
  ({ port, mutations, makeToken, ask } = proxied);
});

afterAll(() => proxied.close());
afterEach(() => void vi.useRealTimers());

const query = "/lake/vX/data/query/production?query=1";

test.each([
  ["small", 50_000],
  ["large", 1_000_000],
])("%s bodies that four networks never finish do not delay a query", async (_name, length) => {
  const posts = [];
  const begun: Promise<void>[] = [];
  for (let network = 0; network < 4; network += 1) {
    const headers = {
      "X-Visitor": `198.51.100.${80 + network}`,
      Authorization: `Bearer ${await makeToken(`unfinished ${length} ${network}`)}`,
      "Content-Length": length,
    };
    const path = "/lake/vX/data/query/production";
    for (let n = 0; n < 64; n += 1) {
      const post = openRequest({ port, host: "127.0.0.1", method: "POST", path, headers });
      post.on("error", () => {});
      post.on("response", (response) => response.resume());
      begun.push(new Promise((sent) => void post.write("{", () => sent())));
      posts.push(post);
    }
  }
  await Promise.all(begun);
  const headers = {
    "X-Visitor": "198.51.100.90",
    Authorization: `Bearer ${await makeToken(`patient ${length}`)}`,
  };
  expect((await ask(query, headers)).resume().statusCode).toBe(200);
  for (const post of posts) post.destroy();
});

test("one token from many networks holds half of the slots for large bodies, at most", async () => {
  const leaked = await makeToken("leaked", "editor");
  const own = await makeToken("own", "editor");
  const path = "/lake/vX/data/mutate/production";
  const open = (token: string, clientIp: string, length: number) => {
    const headers = {
      "X-Visitor": clientIp,
      "Content-Type": "application/json",
      Authorization: `Bearer ${token}`,
      "Content-Length": length,
    };
    const post = openRequest({ port, host: "127.0.0.1", method: "POST", path, headers });
    post.on("error", () => {});
    return post;
  };
  const unfinished = Array.from({ length: 8 * 16 }, (_, n) =>
    open(leaked, `198.51.100.${100 + (n % 8)}`, 200_000),
  );
  await Promise.all(
    unfinished.map((post) => new Promise<void>((sent) => void post.write("{", () => sent()))),
  );
  const createOrReplace = { _id: "large", _type: "author", name: "a".repeat(100_000) };
  const body = JSON.stringify({ mutations: [{ createOrReplace }] });
  const post = open(own, "198.51.100.120", body.length);
  post.end(body);
  const [response]: IncomingMessage[] = await once(post, "response");
  expect(response?.resume().statusCode).toBe(200);
  for (const each of unfinished) each.destroy();
});

test("a stalled upload is refused and frees its slot", async () => {
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
  upload.once("response", (response: IncomingMessage) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      return status;
    })
    .toBe(408);
});

test("a refused upload receives its response, and its connection is closed", async () => {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
  const closed = new Promise((close) => socket.on("error", () => {}).once("close", close));
  const path = "/lake/vX/assets/files/production?filename=a.bin";
  const token = `Authorization: Bearer ${await makeToken("seven")}`;
  const length = "Content-Length: 300000";
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Visitor: seven\r\n${token}\r\n${length}\r\n\r\n`,
  );
  socket.write("a".repeat(150_000));
  await closed;
  expect(received).toMatch(/^HTTP\/1\.1 403 [^]*\r\nConnection: close\r\n/i);
});

test.each([
  ["a byte each are refused", 1, 400],
  ["a hundred bytes each are accepted", 100, 200],
])("two thousand chunks of %s", async (_, size, status) => {
  const upload = openRequest({
    ...{ port, host: "127.0.0.1", method: "POST" },
    path: "/lake/vX/assets/files/production?filename=a.bin",
    headers: { "X-Visitor": "ten", Authorization: `Bearer ${tokens.proxyToken}` },
  });
  upload.on("error", () => {});
  const answered = once(upload, "response");
  for (let n = 0; n < 2_000; n += 1) upload.write("a".repeat(size));
  upload.end();
  const [response]: IncomingMessage[] = await answered;
  expect(response?.resume().statusCode).toBe(status);
});

test("stalled uploads with forged tokens take no slots from valid ones", async () => {
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

test("an upload that was refused as too slow behind an unread response is not answered twice", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => {});
  await once(socket, "connect");
  const head = "HTTP/1.1\r\nHost: a\r\nX-Visitor: eight\r\n";
  const token = `Authorization: Bearer ${await makeToken("eight", "editor")}\r\n`;
  const upload = `POST /lake/vX/data/mutate/production ${head}${token}`;
  socket.write(`GET /large.js ${head}\r\n${upload}Content-Length: 10\r\n\r\n`);
  const refused = async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    return mutations.get("eight")?.writableEnded;
  };
  await expect.poll(refused).toBe(true);
  // The delayed body reaches the lake, which refuses it, where the request is still forwarded.
  socket.write("0123456789");
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    received += chunk.replaceAll("\x07", "");
  });
  socket.resume();
  await expect
    .poll(() => received.match(/HTTP\/1\.1 \d+/g))
    .toEqual(["HTTP/1.1 200", "HTTP/1.1 408"]);
  socket.destroy();
});
