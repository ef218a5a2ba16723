import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { adoptConsole, createLogger } from "../../server/logging/logger";
import { type AttackedSite, openAttackedSite } from "./support/attacked-site";
import type { RunningSite } from "./support/running-site";
import { warmUpEnded } from "./support/warm-up";

/* How much one visitor, or all of them, can request, hold open, send and write into the log. */

let attacked: AttackedSite;
let site: RunningSite;
let ask: AttackedSite["ask"];
let metric: AttackedSite["metric"];
let memoryUsed = 0;

beforeAll(async () => {
  attacked = await openAttackedSite({
    memoryUsed: () => memoryUsed,
    // A thread that dies on every picture.
    ogImageWorker: new URL("data:text/javascript,process.exit(1)"),
  });
  ({ site, ask, metric } = attacked);
});
beforeEach(() => attacked.useNextNetwork());
afterAll(() => attacked.stop());

describe("one client", () => {
  test("does not block others with forms that it never finishes", async () => {
    const head = "POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nname=a";
    const sockets = Array.from({ length: 120 }, () => connect(site.port, "127.0.0.1"));
    await Promise.all(
      sockets.map((socket) => new Promise<void>((sent) => socket.write(head, () => sent()))),
    );
    expect((await ask("/login?redirectTo=/dashboard")).status).toBe(200);
    expect((await ask("/blog?q=room")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("does not block others with pages that it never reads", async () => {
    const sockets = Array.from({ length: 120 }, () => connect(site.port, "127.0.0.1").pause());
    for (const socket of sockets)
      socket.write("GET /blog?q=unread HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await expect.poll(async () => (await ask("/blog?q=read")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("has a maximum of open connections, and closing them frees places", async () => {
    const sockets = Array.from({ length: 560 }, () => connect(site.port, "127.0.0.1"));
    let closed = 0;
    for (const socket of sockets)
      socket
        .on("error", () => {})
        .once("close", () => (closed += 1))
        .resume();
    await expect.poll(() => closed).toBeGreaterThanOrEqual(48);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await ask("/about").catch(() => null))?.status).toBe(200);
  });

  test("gets pictures only in the sizes that the site uses", async () => {
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

describe("the gateway API", () => {
  const path = "/api/gateway/verify";
  const json = { "Content-Type": "application/json" };
  const body = JSON.stringify({ key: "pdf_none" });

  test("accepts messages from anywhere, and requires the service key", async () => {
    const Origin = "https://elsewhere.example";
    const response = await ask(path, { method: "POST", headers: { ...json, Origin }, body });
    expect([response.status, JSON.parse(response.text).error.code]).toEqual([401, "service_key"]);
    expect(response.headers["set-cookie"]).toBeUndefined();
    const wrong = { ...json, Authorization: "Bearer svc_wrong" };
    expect((await ask(path, { method: "POST", headers: wrong, body })).status).toBe(401);
  });

  test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"])("refuses %s", async (method) => {
    const { status, headers } = await ask(path, { method });
    expect([status, headers.allow]).toEqual([405, "POST"]);
  });

  test("reads neither a huge message nor one without an end", async () => {
    const headers = { ...json, Authorization: "Bearer svc_wrong" };
    const huge = { ...headers, "Content-Length": "99999999" };
    expect((await ask(path, { method: "POST", headers: huge })).status).toBe(413);
    const endless = { ...headers, "Transfer-Encoding": "chunked" };
    expect((await ask(path, { method: "POST", headers: endless, body })).status).toBe(411);
  });

  test("has no other endpoints", async () => {
    expect((await ask("/api/gateway")).status).toBe(404);
    for (const other of ["/api/gateway/verify.data", "/api/gateway/other"]) {
      const { status, text } = await ask(other);
      expect([status, JSON.parse(text).error.code]).toEqual([404, "not_found"]);
    }
  });

  test(
    "looks up unknown service keys at most sixty times a minute",
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

describe("too many requests", () => {
  // Pages that the site renders after its start would push the cached ones out of a full memory.
  beforeAll(() => warmUpEnded(site));

  test("of one visitor get 429 and a Retry-After; others are served", async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, () =>
        ask("/csp-report", { method: "POST", headers: { "Content-Length": "2" }, body: "{}" }),
      ),
    );
    const limited = responses.filter(({ status }) => status === 429);
    expect(limited.length).toBe(10);
    expect(Number(limited[0]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(await metric('site_rate_limited_total{limit="report"}')).toBe(10);
    expect((await ask("/about")).status).toBe(200);
  });

  test("for the memory are refused, and cached pages are still served", async () => {
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

  test.each([
    ["does not exist", "/made-up-page", ""],
    ["does not exist, with a cookie", "/made-up-page", "__Host-session=x"],
    ["is rendered for one visitor", "/about", "__Host-session=x"],
    ["is for signing in", "/login", ""],
  ])("for a page that %s find no signature of its picture", async (_, path, cookie) => {
    const { signOgImage } = await import("~/seo/open-graph/signature.server");
    const { text } = await ask(path, { headers: cookie ? { Cookie: cookie } : {} });
    expect(text).toContain("</html>");
    expect(text).not.toContain(signOgImage(path));
    expect((await ask(path + ".data", {})).text).not.toContain(signOgImage(path));
    const { text: about } = await ask("/about");
    expect(about.split(signOgImage("/about")).length).toBeGreaterThan(2);
  });

  test("for the image thread are refused at once, again and again", async () => {
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
  ])("of large bodies for %s are refused before they are read", async (path, type, length) => {
    const headers = { "Content-Length": String(length), "Content-Type": type, Origin: site.url };
    expect((await ask(path, { method: "POST", headers })).status).toBe(413);
  });
});
