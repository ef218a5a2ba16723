import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type AttackedSite, openAttackedSite } from "./support/attacked-site";
import type { RunningSite } from "./support/running-site";

/* Methods, URLs and bytes that no browser sends, or that intermediaries may parse differently. */

let attacked: AttackedSite;
let site: RunningSite;
let ask: AttackedSite["ask"];
let sendBytes: AttackedSite["sendBytes"];

beforeAll(async () => {
  attacked = await openAttackedSite();
  ({ site, ask, sendBytes } = attacked);
});
beforeEach(() => attacked.useNextNetwork());
afterAll(() => attacked.stop());

const statuses = (response: string) =>
  [...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);

test.each([
  ["an unsupported expectation", "Host: localhost\r\nExpect: x\r\n", "417"],
  ["no host", "", "400"],
])(
  "requests with %s are refused one after the other, and close their connection",
  async (_, headers, status) => {
    // Node would refuse each of these at once, outside of every limit.
    const response = await sendBytes(`GET / HTTP/1.1\r\n${headers}\r\n`.repeat(500));
    expect(statuses(response).length).toBeLessThanOrEqual(1);
    expect(statuses(await sendBytes(`GET / HTTP/1.1\r\n${headers}\r\n`))).toEqual([status]);
  },
);

test("a chunked body is refused wherever its length could be given", async () => {
  for (const path of [
    "/login",
    "/csp-report",
    "/auth/v1/callback",
    "/api/gateway/v1/verify",
    "/lake/v1/auth/logout",
  ]) {
    const response = await sendBytes(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
    );
    expect(statuses(response)).toEqual(["411"]);
  }
});

describe("URLs", () => {
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
    let response = await ask(path);
    if (response.status === 301) response = await ask(String(response.headers.location));
    expect(response.status).toBeGreaterThanOrEqual(302);
    expect(response.status).toBeLessThan(500);
    expect(response.text).not.toMatch(/root:|"dependencies"|secretKey/);
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
  ])("%s redirects to no other host", async (path) => {
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
  ])("that are malformed or huge are refused: %s", async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });

  test("of lake queries may be as long as Sanity's client sends them by GET", async () => {
    const { status } = await ask(`/lake/v1/data/query/production?query=${"a".repeat(11_264)}`);
    expect(status).toBe(401);
  });

  test("of a script's long query are answered with its token", async () => {
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
    "refuses %s, and says which methods it accepts",
    async (method) => {
      const { status, headers } = await ask("/blog", { method });
      expect([status, headers.allow]).toEqual([405, "GET, HEAD, POST"]);
    },
  );

  test("without a form refuses one without a line in the log", async () => {
    const before = site.log();
    const { status } = await ask("/about", { method: "POST", headers: { Origin: site.url } });
    expect([status, site.log().slice(before.length)]).toEqual([405, ""]);
  });

  test.each([
    ["/BLOG?tag=cloud", "/blog?tag=cloud"],
    ["/Careers/SWE-001", "/careers/swe-001"],
    ["/Nothing-Here", "/nothing-here"],
  ])("is cached under one path: %s redirects to %s", async (path, to) => {
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
    "of %s %s has the format of its protocol, and a message",
    async (method, path, status, body) => {
      const response = await ask(path, { method });
      expect([response.status, JSON.parse(response.text)]).toMatchObject([status, body]);
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(response.text).toMatch(/[A-Za-z]\./);
    },
  );

  test.each([
    ["OPTIONS", "/blog", 405],
    ["GET", "/browser-errors", 405],
    ["PUT", "/studio/static/app.js", 405],
    ["GET", "/metrics", 404],
    ["GET", "/%ff", 400],
  ])("of %s %s is a message", async (method, path, status) => {
    const response = await ask(path, { method, headers: { Host: "platen.example" } });
    expect(response.status).toBe(status);
    expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(response.text).toMatch(/^[A-Z].+\.\n$/);
  });
});

describe("ambiguous requests", () => {
  const post = "POST /login HTTP/1.1\r\nHost: localhost\r\n";
  const smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

  test.each([
    [
      "both Content-Length and Transfer-Encoding",
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
    ["a header with a null byte", "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: a\0b\r\n\r\n"],
  ])("with %s are refused, and what follows is not parsed as a request", async (_name, bytes) => {
    const response = await sendBytes(bytes);
    expect(statuses(response)).toHaveLength(1);
    expect(statuses(response)[0]).toMatch(/^4/);
  });

  test("with a header longer than 16 kB are refused", async () => {
    const response = await sendBytes(
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`,
    );
    expect(statuses(response)).toEqual(["431"]);
  });

  test("sent byte by byte are cut off", { timeout: 30_000 }, async () => {
    const response = await sendBytes("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    expect(statuses(response)).toEqual(["408"]);
  });
});
