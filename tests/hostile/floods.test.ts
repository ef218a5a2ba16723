import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, inject, test } from "vitest";
import { exchange } from "./exchange";
import { newNetwork, signIn } from "./people";
import { starved } from "./starved";

const site = inject("hostileSite");

/** A visitor who waits longer is not served. The bar is a second; a busy machine may exceed it. */
const latestMilliseconds = 5_000;

const held: Socket[] = [];

afterEach(() => {
  for (const socket of held.splice(0)) socket.resetAndDestroy();
});

/** Connections that send this and never read the response, until the test is over. */
async function hold(count: number, from: (n: number) => string, text: string): Promise<void> {
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = connect({ port: site.port, host: "127.0.0.1", localAddress: from(n) });
    socket.on("error", () => {}).write(text);
    return socket.pause();
  });
  held.push(...sockets);
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
}

interface Asked {
  path: string;
  cookie?: string;
  form?: Record<string, string>;
}

/**
 * Sends a request as a visitor whom the attack does not concern, from their own network.
 * @returns the status, 0 on a timeout
 */
async function ask({ path, cookie, form }: Asked): Promise<number> {
  const headers = {
    ...(cookie && { Cookie: cookie }),
    ...(form && { "Content-Type": "application/x-www-form-urlencoded" }),
  };
  const impatient = new AbortController();
  const [started, starvedBefore] = [performance.now(), starved(site.processes)];
  const watch = setInterval(() => {
    const waited = performance.now() - started - (starved(site.processes) - starvedBefore);
    if (waited > latestMilliseconds) impatient.abort();
  }, 100);
  const { signal } = impatient;
  const to = { host: "127.0.0.1", port: site.port, localAddress: newNetwork(), agent: false };
  try {
    const response = await new Promise<IncomingMessage>((answered, failed) => {
      request({ ...to, signal, path, method: form ? "POST" : "GET", headers }, answered)
        .once("error", failed)
        .end(form && new URLSearchParams(form).toString());
    });
    for await (const chunk of response) void chunk;
    return response.statusCode ?? 0;
  } catch {
    return 0;
  } finally {
    clearInterval(watch);
  }
}

const one = () => "127.202.0.1";
const ten = (n: number) => `127.203.0.${(n % 10) + 1}`;

const picture =
  "/lake/images/local/production/28abe7368066ed174b3ed3f48de642a984d159cd-1600x900.png";

async function expectEverybodyIsServed() {
  const paths = ["/", "/login", "/signup", "/made-up-page", `${picture}?w=800`, "/healthz"];
  const statuses = await Promise.all(paths.map((path) => ask({ path })));
  expect(statuses).toEqual([200, 200, 200, 404, 200, 200]);
}

const headOf = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");

const unfinished = headOf(
  "POST /contact",
  "Content-Type: application/x-www-form-urlencoded",
  "Content-Length: 1000",
);

describe("others are served while", () => {
  test("one network leaves its forms unfinished", async () => {
    await hold(150, one, `${unfinished}email=`);
    await expectEverybodyIsServed();
  });

  test("one network uploads in the smallest chunks, which end its connections", async () => {
    const from = newNetwork();
    const uploads = "POST /lake/v2021-06-07/assets/images/production";
    const chunks = "1\r\na\r\n".repeat(2_000);
    const head = headOf(uploads, "Authorization: Bearer made-up", "Transfer-Encoding: chunked");
    await hold(200, () => from, head);
    const opened = held.slice(-200);
    for (const socket of opened) socket.resume().write(chunks);
    await expectEverybodyIsServed();
    // Connections that came after the flood are held for some seconds, and then closed.
    const closed = () => opened.filter(({ destroyed }) => destroyed).length;
    await expect.poll(closed).toBeGreaterThan(100);
  });

  test("one network sends heads of thousands of tiny headers, which ends its connections", async () => {
    const from = newNetwork();
    const send = (text: string) =>
      exchange({ port: site.port, from, parts: [Buffer.from(text)], end: "wait" });
    const heads = `GET / HTTP/1.1\r\nHost: localhost\r\n${"a:\r\n".repeat(4_000)}\r\n`;
    for (let n = 0; n < 5; n += 1) expect((await send(heads)).statuses).toEqual([431]);
    expect((await send(headOf("GET /", "Connection: close"))).statuses).toEqual([]);
    await expectEverybodyIsServed();
  });

  test("ten networks leave their forms unfinished", async () => {
    await hold(500, ten, `${unfinished}email=`);
    await expectEverybodyIsServed();
  });

  test("one network does not read its pages", async () => {
    await hold(150, one, headOf("GET /signup?x=1"));
    await expectEverybodyIsServed();
  });

  test("one network pipelines requests for the same page on each connection, and reads nothing", async () => {
    await hold(50, one, headOf("GET /").repeat(200));
    await expectEverybodyIsServed();
  });

  test("connections never finish their first line, or are silent", async () => {
    await hold(1_000, ten, "GET /");
    await hold(1_000, ten, "");
    await expectEverybodyIsServed();
  });

  test("one network opens WebSockets of the lake without a session", async () => {
    const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
    const key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
    await hold(300, one, headOf("GET /lake/vX/mux/production", ...upgrade, key));
    await expectEverybodyIsServed();
  });

  test("strangers open event streams of the lake", async () => {
    const path = "/lake/v2025-02-19/data/live/events/production";
    await hold(300, ten, headOf(`GET ${path}`, "Authorization: Bearer made-up"));
    await expectEverybodyIsServed();
  });

  test("downloads of a large public file are not read", async () => {
    await hold(300, ten, headOf(`GET ${await uploadLargeFile()}`));
    await expectEverybodyIsServed();
  });

  test("eight networks guess passwords", async () => {
    const form = { email: site.people.user, password: site.password };
    const guesses = Array.from({ length: 240 }, (_, n) => {
      const body = `email=person-${n}%40platen.example&password=not+the+one`;
      return exchange({
        ...{ port: site.port, from: `127.204.0.${(n % 8) + 1}`, end: "wait", timeout: 8_000 },
        parts: [
          Buffer.from(
            headOf(
              "POST /login",
              "Connection: close",
              "Content-Type: application/x-www-form-urlencoded",
              `Content-Length: ${body.length}`,
            ) + body,
          ),
        ],
      });
    });
    await ask({ path: "/healthz" });
    const status = await ask({ path: "/login", form });
    await Promise.all(guesses);
    expect(status).toBe(302);
  });

  test("an editor sends queries that take seconds", async () => {
    const [cookie, other] = [await signIn(site, "editor"), await signIn(site, "editor")];
    const slow = (n: number) =>
      `*[count(*[count(*[_id match "a*" && _id != "${n}"]) > 0]) > 0][count(*[_rev > ^._rev]) > 1]._id`;
    const queries = Array.from({ length: 20 }, (_, n) =>
      ask({ path: `/lake/v1/data/query/production?query=${encodeURIComponent(slow(n))}`, cookie }),
    );
    const lookup = encodeURIComponent(`*[_id == "siteSettings"][0]`);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const path = `/lake/v1/data/query/production?query=${lookup}`;
      statuses.push(await ask({ path, cookie: other }));
    }
    await Promise.all(queries);
    // One may be refused with a retry while the slow ones are cut off.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(9);
    await expectEverybodyIsServed();
  });
});

/** @returns its URL */
async function uploadLargeFile(): Promise<string> {
  const response = await fetch(
    `http://127.0.0.1:${site.port}/lake/v2025-02-19/assets/files/production?filename=large.bin`,
    {
      method: "POST",
      headers: { Cookie: await signIn(site, "editor"), "Content-Type": "application/octet-stream" },
      body: new Uint8Array(20_000_000),
    },
  );
  const [, path] = /"url":"https?:\/\/[^/]+(\/[^"]+)"/.exec(await response.text()) ?? [];
  if (!path) throw new Error(`The file was not taken: ${response.status}.`);
  return path;
}
