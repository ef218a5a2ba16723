import { connect } from "node:net";
import { request as openRequest, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { adoptConsole, createLogger } from "../../server/logging/logger";
import { startRunningSite, type RunningSite } from "./running-site";

let site: RunningSite;
let memoryUsed = 0;

beforeAll(async () => {
  site = await startRunningSite({
    memoryUsed: () => memoryUsed,
    // A thread that dies on every picture.
    pictureWorker: new URL("data:text/javascript,process.exit(1)"),
  });
});
afterAll(() => site.stop());

/**
 * Each test is a network of its own, where the system has enough IP addresses: the limits of one
 * network have tests of their own.
 */
let tests = 0;
beforeEach(() => void (tests += 1));
const localAddress = () =>
  process.platform === "linux" ? `127.9.${tests >> 8}.${tests & 255}` : "127.0.0.1";

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function ask(path: string, { method = "GET", headers = {}, body }: Asked = {}) {
  const answer = await new Promise<IncomingMessage>((answered, failed) => {
    const { port } = site;
    const to = { host: "127.0.0.1", localAddress: localAddress(), port };
    openRequest({ ...to, path, method, headers }, answered)
      .once("error", failed)
      .end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

/**
 * Sends bytes that no client would send, and returns what was received until the server closed the
 * connection.
 */
function sendBytes(...parts: string[]): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect({ port: site.port, host: "127.0.0.1", localAddress: localAddress() });
    let answer = "";
    socket.setEncoding("latin1").on("data", (chunk) => (answer += chunk));
    socket.once("close", () => done(answer)).once("error", failed);
    for (const part of parts) socket.write(part, "latin1");
  });
}

const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);

test.each([
  ["an expectation that nothing meets", "Host: localhost\r\nExpect: x\r\n", "417"],
  ["no host", "", "400"],
])(
  "requests with %s are refused one after the other, and end their connection",
  async (_, headers, status) => {
    // Node would refuse each of these at once, outside of every limit.
    const answer = await sendBytes(`GET / HTTP/1.1\r\n${headers}\r\n`.repeat(500));
    expect(statuses(answer).length).toBeLessThanOrEqual(1);
    expect(statuses(await sendBytes(`GET / HTTP/1.1\r\n${headers}\r\n`))).toEqual([status]);
  },
);

test("a body in chunks is refused wherever its length can be said", async () => {
  for (const path of [
    "/login",
    "/csp-report",
    "/auth/v1/callback",
    "/api/gateway/v1/verify",
    "/webhooks/content",
  ]) {
    const answer = await sendBytes(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
    );
    expect(statuses(answer)).toEqual(["411"]);
  }
});

async function metric(name: string): Promise<number> {
  const { text } = await ask("/metrics");
  const line = text
    .split("\n")
    .find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`));
  return Number(line?.split(" ").at(-1));
}

test("a preview cookie that this server did not sign loosens no header", async () => {
  const strict = (await ask("/login")).headers;
  for (const forged of ["preview=x", "preview=eyJ2aWV3ZXIiOiJhIn0%3D.c2ln", "__Host-preview=x"]) {
    const { headers } = await ask("/login", { headers: { Cookie: forged } });
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-frame-options"]).toBe(strict["x-frame-options"]);
    // A shared page names its scripts by their hashes, a personal one by a nonce.
    const withoutNonce = (policy: unknown) =>
      String(policy).replace(/ '(?:nonce|sha256)-[^']+'/g, "");
    expect(withoutNonce(headers["content-security-policy"])).toBe(
      withoutNonce(strict["content-security-policy"]),
    );
  }
});

describe("what is kept for everybody", () => {
  test.each([
    ["X-Forwarded-Host", "evil.example"],
    ["X-Forwarded-Proto", "gopher"],
    ["X-Forwarded-For", "203.0.113.66"],
    ["X-Original-URL", "/admin"],
    ["X-Rewrite-URL", "/admin"],
    ["X-HTTP-Method-Override", "DELETE"],
    ["Forwarded", "host=evil.example"],
    ["Host", "evil.example"],
    ["Accept-Language", "de-evil"],
    ["Accept", "application/evil"],
    ["User-Agent", "evil-agent"],
    ["Referer", "https://evil.example/"],
    ["Cookie", "theme=evil; _ga=evil"],
    ["Origin", "https://evil.example"],
    ["X-Remix-Redirect", "https://evil.example/"],
  ])("holds nothing of %s, which is not in its key", async (name, value) => {
    // A page of its own for each, whose first visitor is the attacker.
    const path = `/blog?tag=${name}`;
    const poisoned = await ask(path, { headers: { [name]: value } });
    const kept = await ask(path);
    expect(kept.headers["x-cache"]).toBe("hit");
    for (const { status, text, headers } of [poisoned, kept]) {
      expect(status).toBe(200);
      expect(text + JSON.stringify(headers)).not.toContain("evil");
    }
  });

  test("is not driven out by a flood of parameters, forms and paths", async () => {
    await ask("/about");
    await ask("/about");
    const before = await metric('site_page_cache_entries{partition="pages"}');
    const flood = Array.from({ length: 12 }, (_, n) => [
      ask(`/about?made=${n}`),
      ask(`/blog?tag=${n}`),
      ask(`/made/up/${n}`),
      ask(`/${"%61".repeat(n % 5)}bout?utm_source=${n}`),
      ask(`/about${"/".repeat(2 + n)}`),
    ]).flat();
    await Promise.all(flood);
    expect(await metric('site_page_cache_entries{partition="pages"}')).toBeLessThanOrEqual(
      before + 3,
    );
    expect((await ask("/about")).headers["x-cache"]).toBe("hit");
  });
});

describe("a page of one person", () => {
  test("names our own host, whatever the Host header says", async () => {
    for (const name of ["Host", "X-Forwarded-Host"]) {
      const headers = { Cookie: "toast=x", [name]: "evil.example" };
      const page = await ask("/blog", { headers });
      expect(page.status).toBe(200);
      expect(page.text + JSON.stringify(page.headers)).not.toContain("evil.example");
    }
  });

  test("a form with a strange X-Forwarded-Host is answered as any other", async () => {
    const { status } = await ask("/login", {
      method: "POST",
      headers: {
        Origin: site.url,
        "X-Forwarded-Host": "evil.example",
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": "9",
      },
      body: "email=ada",
    });
    expect(status).toBe(400);
  });

  test("a form from another site is refused", async () => {
    const strange: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of strange)
      expect((await ask("/login", { method: "POST", headers })).status).toBe(403);
  });
});

describe("conditions and ranges", () => {
  test("a range is answered whole, and never by an error", async () => {
    for (const Range of [
      "bytes=0-1",
      "bytes=0-,0-,0-,0-",
      "bytes=-99999999999",
      "bytes=9-1",
      "lines=1",
    ]) {
      for (const path of ["/about", "/favicon.svg"]) {
        const { status, headers } = await ask(path, { headers: { Range, "If-Range": '"x"' } });
        expect(status).toBe(200);
        expect(headers["content-range"]).toBeUndefined();
      }
    }
  });

  test("thousands of tags, and tags that are none, take no time and match nothing", async () => {
    for (const tag of [Array(2_000).fill('"x"').join(","), '"', "W/", ",".repeat(5_000), '"\\"'])
      expect((await ask("/about", { headers: { "If-None-Match": tag } })).status).toBe(200);
  });

  test("a page that is not there is never a 304", async () => {
    expect((await ask("/nothing-here", { headers: { "If-None-Match": "*" } })).status).toBe(404);
  });
});

describe("addresses", () => {
  test.each([
    "/../../etc/passwd",
    "/assets/../../../etc/passwd",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets/....//....//package.json",
    "/studio/static/../../../package.json",
    "/.env",
    "/.git/config",
    "/build/server/index.js",
    "/lake/images/../../secrets.json",
    "/lake/images/local/production/..%2f..%2fsecrets.json",
  ])("%s leads to no file", async (path) => {
    let answer = await ask(path);
    if (answer.status === 301) answer = await ask(String(answer.headers.location));
    expect(answer.status).toBeGreaterThanOrEqual(302);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/root:|"dependencies"|secretKey/);
  });

  test.each([
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "/%5cevil.example",
    "/..//evil.example",
    "/%2f%2fevil.example",
    "http://evil.example/",
    "/login?redirectTo=//evil.example",
    "/login?redirectTo=https://evil.example",
    "/lake/login?origin=https://evil.example//evil.example",
    "/documentation?utm_source=//evil.example",
    "/old//evil.example/..",
  ])("%s leads to no other host", async (path) => {
    const { status, headers } = await ask(path);
    expect(status).toBeLessThan(500);
    const location = headers.location ?? "/";
    expect(new URL(location, site.url).origin).toBe(site.url);
  });

  test.each([
    ["/%", 400],
    ["/%00", 400],
    ["/%ff", 400],
    ["/\\", 400],
    ["/%5C/", 400],
    ["*", 400],
    [`/${"x".repeat(5_000)}`, 414],
    [`/?${"x=1&".repeat(1_200)}`, 414],
  ])("a malformed or huge one is refused: %s", async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });

  test("a query of the lake may be as long as Sanity's client sends it by GET", async () => {
    const { status } = await ask(`/lake/v1/data/query/production?query=${"a".repeat(11_264)}`);
    expect(status).toBe(401);
  });

  test("a script's long query is answered with its token", async () => {
    const { url, as } = site.lake;
    const { key } = z.object({ key: z.string() }).parse(
      await fetch(`${url}/v2021-06-07/projects/local/tokens`, {
        method: "POST",
        headers: { ...as({ id: "u1", role: "administrator" }), "Content-Type": "application/json" },
        body: JSON.stringify({ label: "long", roleName: "viewer" }),
      }).then((response) => response.json()),
    );
    const query = encodeURIComponent(`"${"a".repeat(10_000)}"`);
    const { status, text } = await ask(`/lake/v2024-09-01/data/query/production?query=${query}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect([status, text.includes("a".repeat(10_000))]).toEqual([200, true]);
  });
});

describe("a page", () => {
  test.each(["OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])(
    "refuses %s, and says what it takes",
    async (method) => {
      const { status, headers } = await ask("/blog", { method });
      expect([status, headers.allow]).toEqual([405, "GET, HEAD, POST"]);
    },
  );

  test("that takes no form refuses one without a line in the log", async () => {
    const before = site.log();
    const { status } = await ask("/about", { method: "POST", headers: { Origin: site.url } });
    expect([status, site.log().slice(before.length)]).toEqual([405, ""]);
  });

  test.each([
    ["/BLOG?tag=cloud", "/blog?tag=cloud"],
    ["/Careers/SWE-001", "/careers/swe-001"],
    ["/Nothing-Here", "/nothing-here"],
  ])("is kept under one spelling: %s leads to %s", async (path, to) => {
    const { status, headers } = await ask(path);
    expect([status, headers.location]).toEqual([301, to]);
  });
});

describe("a refusal", () => {
  test.each([
    ["GET", "/lake/v1/users/me", 401, { statusCode: 401, error: "Unauthorized" }],
    ["OPTIONS", "/lake/v1/data/query/production", 405, { statusCode: 405 }],
    ["GET", `/lake/v${"%41".repeat(200)}`, 414, { statusCode: 414, error: "URI Too Long" }],
    ["GET", `/lake/v1/${"x".repeat(12_000)}`, 414, { statusCode: 414, error: "URI Too Long" }],
    ["GET", "/lake/%ff", 400, { statusCode: 400, error: "Bad Request" }],
    ["OPTIONS", "/api/gateway/usage", 405, { error: { code: "method_not_allowed" } }],
  ])(
    "of %s %s has the shape of its protocol, and a sentence",
    async (method, path, status, body) => {
      const answer = await ask(path, { method });
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, body]);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(answer.text).toMatch(/[A-Za-z]\./);
    },
  );

  test.each([
    ["OPTIONS", "/blog", 405],
    ["GET", "/browser-errors", 405],
    ["PUT", "/studio/static/app.js", 405],
    ["GET", "/metrics", 404],
    ["GET", "/%ff", 400],
  ])("of %s %s is a sentence", async (method, path, status) => {
    const answer = await ask(path, { method, headers: { Host: "platen.example" } });
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.text).toMatch(/^[A-Z].+\.\n$/);
  });
});

describe("messages that are read in two ways", () => {
  const post = "POST /login HTTP/1.1\r\nHost: localhost\r\n";
  const smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

  test.each([
    [
      "both lengths",
      `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ["two lengths", `${post}Content-Length: 0\r\nContent-Length: 50\r\n\r\n${smuggled}`],
    ["a length with a sign", `${post}Content-Length: +0\r\n\r\n${smuggled}`],
    ["a disguised encoding", `${post}Transfer-Encoding: xchunked\r\n\r\n${smuggled}`],
    ["an encoding after a tab", `${post}Transfer-Encoding:\tchunked, identity\r\n\r\n${smuggled}`],
    ["a space before the colon", `${post}Content-Length : 50\r\n\r\n${smuggled}`],
    ["a folded header", `${post}X-A: b\r\n Content-Length: 50\r\n\r\n${smuggled}`],
    ["a chunk with a wrong size", `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n${smuggled}`],
    ["a bare line feed", `GET / HTTP/1.1\nHost: localhost\n\n${smuggled}`],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["two hosts", `GET / HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n`],
    ["a header with a zero byte", "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: a\0b\r\n\r\n"],
  ])("with %s are refused, and what follows is not read as a request", async (_name, bytes) => {
    const answer = await sendBytes(bytes);
    expect(statuses(answer)).toHaveLength(1);
    expect(statuses(answer)[0]).toMatch(/^4/);
  });

  test("a header longer than 16 kB is refused", async () => {
    const answer = await sendBytes(
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`,
    );
    expect(statuses(answer)).toEqual(["431"]);
  });

  test("who sends a request drop by drop is cut off", { timeout: 30_000 }, async () => {
    const answer = await sendBytes("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    expect(statuses(answer)).toEqual(["408"]);
  });
});

describe("errors of browsers", () => {
  const told = JSON.stringify({ page: "/about", message: "Nothing to press", stack: "" });

  test("every page tells them where we listen, and they reach the log", async () => {
    for (const path of ["/about", "/login"]) {
      const { text } = await ask(path);
      const [, address = ""] = /sendBeacon\("([^"]+)"/.exec(text) ?? [];
      const { status } = await ask(address, { method: "POST", body: told });
      expect(status).toBe(204);
    }
    const logged = site.log().split("\n");
    expect(logged.filter((line) => line.includes("Nothing to press"))).toHaveLength(2);
  });

  test("are taken of our own pages only", async () => {
    const answers = [
      await ask("/browser-errors", {
        method: "POST",
        body: told,
        headers: { Origin: "https://evil.example" },
      }),
      await ask("/browser-errors", {
        method: "POST",
        body: told,
        headers: { "Sec-Fetch-Site": "cross-site" },
      }),
      await ask("/browser-errors"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 405]);
  });
});

describe("too much", () => {
  test("of one visitor is answered by 429 and when to come back; others are served", async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        ask("/csp-report", { method: "POST", headers: { "Content-Length": "2" }, body: "{}" }),
      ),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBe(10);
    expect(Number(limited[0]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(await metric('site_rate_limited_total{limit="report"}')).toBe(10);
    expect((await ask("/about")).status).toBe(200);
  });

  test("for the memory is turned away, and what is kept goes on", async () => {
    await ask("/about");
    memoryUsed = 0.99;
    try {
      await expect.poll(async () => (await ask("/blog?q=memory")).status).toBe(503);
      const { headers } = await ask("/blog?q=memory");
      expect(headers["retry-after"]).toBe("2");
      expect((await ask("/about")).status).toBe(200);
    } finally {
      memoryUsed = 0;
    }
    await expect.poll(async () => (await ask("/blog?q=memory")).status).toBe(200);
  });

  test("for the thread of the pictures is refused at once, again and again", async () => {
    const { text } = await ask("/about");
    const [, address = ""] = /<meta property="og:image" content="([^"]+)"/.exec(text) ?? [];
    const picture = address.replaceAll("&amp;", "&").replace(site.url, "");
    for (const path of [picture, picture, picture]) {
      const { status, headers, text: sentence } = await ask(path);
      expect([status, headers["retry-after"]]).toEqual([503, "5"]);
      expect(sentence).toContain("Try again soon.");
    }
    expect((await ask("/about")).status).toBe(200);
  });

  test.each([
    ["/login", "application/x-www-form-urlencoded", 65_537],
    ["/%6cogin", "multipart/form-data; boundary=x", 65_537],
    ["/dashboard/profile", "application/x-www-form-urlencoded", 65_537],
    ["/dashboard/profile.data", "multipart/form-data; boundary=x", 8_000_001],
    ["/webhooks/content", "application/json", 1_000_001],
  ])("of a body for %s is refused before it is read", async (path, type, length) => {
    const headers = { "Content-Length": String(length), "Content-Type": type, Origin: site.url };
    expect((await ask(path, { method: "POST", headers })).status).toBe(413);
  });
});

describe("what one client holds", () => {
  test("by forms that it never finishes is no room of others", async () => {
    const head = "POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nname=a";
    const sockets = Array.from({ length: 120 }, () => connect(site.port, "127.0.0.1"));
    await Promise.all(
      sockets.map((socket) => new Promise<void>((sent) => socket.write(head, () => sent()))),
    );
    expect((await ask("/login?redirectTo=/dashboard")).status).toBe(200);
    expect((await ask("/blog?q=room")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("by pages that it never reads is no room of others", async () => {
    const sockets = Array.from({ length: 120 }, () => connect(site.port, "127.0.0.1").pause());
    for (const socket of sockets)
      socket.write("GET /blog?q=unread HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await expect.poll(async () => (await ask("/blog?q=read")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("by open connections is bounded, and closing them makes room", async () => {
    const sockets = Array.from({ length: 560 }, () => connect(site.port, "127.0.0.1"));
    let closed = 0;
    for (const socket of sockets)
      socket
        .on("error", () => {})
        .once("close", () => (closed += 1))
        .resume();
    await expect.poll(() => closed, { timeout: 10_000 }).toBeGreaterThanOrEqual(48);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await ask("/about").catch(() => null))?.status).toBe(200);
  });

  test("of pictures are the forms in which the site asks for them", async () => {
    const { text } = await ask("/blog");
    const [picture = ""] = /\/lake\/images\/[^"?]+\.(?:png|jpg|webp)/.exec(text) ?? [];
    expect((await ask(`${picture}?w=320&auto=format`)).status).toBe(200);
    const credentials: Record<string, string>[] = [{}, { Authorization: "Bearer nonsense" }];
    for (const headers of credentials) {
      const costly = await ask(`${picture}?w=16&h=16&fm=avif&sharp=100`, { headers });
      expect([costly.status, JSON.parse(costly.text).error]).toEqual([403, "Forbidden"]);
    }
  });
});

describe("a session that cannot be refreshed", () => {
  test("writes nothing into the log, however often it is sent", async () => {
    const { error, warn } = console;
    const lines: string[] = [];
    adoptConsole(createLogger({ write: (line) => void lines.push(line) }));
    onTestFinished(() => void Object.assign(console, { error, warn }));
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (let n = 0; n < 5; n += 1) {
      const session = part({
        access_token: `${part({ alg: "ES256", kid: "x", typ: "JWT" })}.${part({ sub: "x", exp: 1 })}.c2ln`,
        refresh_token: `made-up-${n}`,
        token_type: "bearer",
        expires_in: 3600,
        expires_at: 1,
        user: { id: "x" },
      });
      const headers = { Cookie: `session=base64-${session}` };
      const handshake = {
        ...{ Connection: "Upgrade", Upgrade: "websocket", Origin: site.url },
        ...{ "Sec-WebSocket-Key": "eA==", "Sec-WebSocket-Version": "13" },
      };
      expect((await ask("/dashboard", { headers })).status).toBe(302);
      const socket = "/lake/vX/mux/production";
      expect((await ask(socket, { headers: { ...headers, ...handshake } })).status).toBe(401);
    }
    expect(lines).toEqual([]);
  });
});

describe("the gateway's addresses", () => {
  const path = "/api/gateway/verify";
  const json = { "Content-Type": "application/json" };
  const body = JSON.stringify({ key: "pdf_none" });

  test("hear messages from anywhere, and ask for the service key", async () => {
    const Origin = "https://elsewhere.example";
    const answer = await ask(path, { method: "POST", headers: { ...json, Origin }, body });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([401, "service_key"]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const wrong = { ...json, Authorization: "Bearer svc_wrong" };
    expect((await ask(path, { method: "POST", headers: wrong, body })).status).toBe(401);
  });

  test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"])("refuse %s", async (method) => {
    const { status, headers } = await ask(path, { method });
    expect([status, headers.allow]).toEqual([405, "POST"]);
  });

  test("read neither a huge message nor one without an end", async () => {
    const headers = { ...json, Authorization: "Bearer svc_wrong" };
    const huge = { ...headers, "Content-Length": "99999999" };
    expect((await ask(path, { method: "POST", headers: huge })).status).toBe(413);
    const endless = { ...headers, "Transfer-Encoding": "chunked" };
    expect((await ask(path, { method: "POST", headers: endless, body })).status).toBe(411);
  });

  test("are these alone", async () => {
    expect((await ask("/api/gateway")).status).toBe(404);
    for (const other of ["/api/gateway/verify.data", "/api/gateway/other"]) {
      const { status, text } = await ask(other);
      expect([status, JSON.parse(text).error.code]).toEqual([404, "not_found"]);
    }
  });

  test(
    "look service keys that do not work up sixty times a minute",
    { timeout: 60_000 },
    async () => {
      const show = (key: string) =>
        ask(path, { method: "POST", headers: { ...json, Authorization: `Bearer ${key}` }, body });
      const statuses = [];
      for (let n = 0; n < 62; n += 1) statuses.push((await show(`svc_made_up_${n}`)).status);
      expect(statuses.at(0)).toBe(401);
      const refused = await show("svc_made_up");
      expect([
        refused.status,
        JSON.parse(refused.text).error.code,
        refused.headers["retry-after"],
      ]).toEqual([429, "too_many_requests", "60"]);
    },
  );
});

describe("reports of browsers", () => {
  test("the policy names where they go", async () => {
    const { headers } = await ask("/about");
    expect(headers["content-security-policy"]).toMatch(/report-uri \/csp-report; report-to csp$/);
    expect(headers["reporting-endpoints"]).toBe('csp="/csp-report"');
  });
});

describe("what only operators see", () => {
  test.each([
    ["through a proxy", { "X-Forwarded-For": "203.0.113.5" }],
    ["by the site's public name", { Host: "platen.example" }],
  ])("is not shown %s", async (_name, headers) => {
    expect((await ask("/metrics", { headers })).status).toBe(404);
  });

  test("counts requests, renderings, the cache and what the services are asked", async () => {
    await ask("/login", {
      method: "POST",
      headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
      body: "email=nobody%40mail.example&password=correct-horse",
    });
    const { text, headers } = await ask("/metrics");
    expect(headers["content-type"]).toContain("text/plain");
    for (const name of [
      "site_requests_total{",
      "site_request_seconds_bucket{",
      'site_page_cache_total{outcome="hit"}',
      'site_page_cache_bytes{partition="pages"}',
      'site_page_cache_evictions{partition="pages"}',
      'site_service_seconds_count{service="lake",outcome="answered"}',
      'site_service_seconds_count{service="auth",outcome="answered"}',
      'site_service_seconds_count{service="database",outcome="answered"}',
      'site_service_calls{service="database"} 0',
      "nodejs_eventloop_lag_p99_seconds",
    ])
      expect(text).toContain(name);
    expect(text).toContain('route="/blog"');
    expect(text).not.toContain("made/up");
  });
});

test("nothing of all this made an error of ours, and no secret or person reached the log", async () => {
  await ask("/login", {
    method: "POST",
    headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
    body: "email=ada%40mail.example&password=correct-horse",
  });
  await ask("/auth/confirm?token_hash=pkce_verysecret&type=email");
  expect(site.log()).not.toMatch(/ada(?:@|%40)|correct-horse|verysecret|"status":500/);
});
