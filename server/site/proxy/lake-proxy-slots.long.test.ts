import { once } from "node:events";
import { get, request as openRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type ServedLake, tokens } from "@platen/content-lake/testing/serve";
import { type ProxiedLake, startProxiedLake } from "../../testing/proxied-lake";

let proxied: ProxiedLake;
let served: ServedLake;
let port: number;
let file: string;
let mutations: ProxiedLake["mutations"];

beforeAll(async () => {
  proxied = await startProxiedLake();
  ({ served, port, file, mutations } = proxied);
}, 60_000);
afterAll(() => proxied.close());
afterEach(() => void vi.useRealTimers());

async function makeToken(label: string, roleName = "viewer"): Promise<string> {
  const response = await fetch(`${served.url}/v1/projects/local/tokens`, {
    method: "POST",
    headers: served.as({ id: "ada", role: "administrator" }),
    body: JSON.stringify({ label, roleName }),
  });
  return (await response.json()).key;
}

async function ask(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const asking = get({ port, host: "127.0.0.1", path, headers });
  const [response]: IncomingMessage[] = await once(asking, "response");
  if (!response) throw new Error("No response came.");
  return response;
}

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

async function download(clientIp: string, path = file): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").pause();
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Visitor: ${clientIp}\r\n\r\n`);
  return socket;
}

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
    .poll(() => received.match(/HTTP\/1\.1 \d+/g), { timeout: 5_000 })
    .toEqual(["HTTP/1.1 200", "HTTP/1.1 408"]);
  socket.destroy();
});
