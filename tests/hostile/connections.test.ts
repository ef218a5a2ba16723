import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { type Ending, endings, exchange, inTurns } from "./exchange";
import { problemWith } from "./oracles";
import { newNetwork, signIn } from "./people";
import { samples } from "./samples";

const site = inject("hostileSite");

interface Request {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const json = { "Content-Type": "application/json" };
const webSocket = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
};

/** Every listener, with a request that gets as far as possible. */
const listeners: [name: string, listener: "site" | "backend", request: Request][] = [
  ["a cached page", "site", { path: "/" }],
  ["a page that is rendered", "site", { path: "/login" }],
  ["a form", "site", { path: "/login", ...post("email=a&password=b", form) }],
  ["an upload", "site", { path: "/dashboard/profile", ...post("x".repeat(30_000), form) }],
  ["a file", "site", { path: "/favicon.svg" }],
  ["the Studio", "site", { path: "/studio" }],
  ["metrics", "site", { path: "/metrics" }],
  ["readiness", "site", { path: "/readyz" }],
  ["reports", "site", { path: "/csp-report", ...post('{"csp-report":{}}', json) }],
  ["the gateway", "site", { path: "/api/gateway/verify", ...post('{"key":"pdf_x"}', json) }],
  ["accounts", "site", { path: "/auth/v1/verify?type=signup&token=x" }],
  ["accounts' callback", "site", { path: "/auth/v1/callback", ...post("state=x&code=y", form) }],
  [
    "a picture",
    "site",
    { path: "/lake/images/local/production/28abe7368066ed174b3ed3f48de642a984d159cd-1600x900.png" },
  ],
  ["the lake", "site", { path: "/lake/v1/data/query/production?query=*" }],
  [
    "the lake, by a script",
    "site",
    {
      path: "/lake/v1/data/mutate/production",
      ...post("{}", { ...json, Authorization: "Bearer x" }),
    },
  ],
  ["an upgrade", "site", { path: "/", headers: webSocket }],
  ["an upgrade of a form", "site", { path: "/login", ...post("a=b", { ...form, ...webSocket }) }],
  [
    "an upgrade to HTTP/2",
    "site",
    { path: "/", headers: { Connection: "Upgrade", Upgrade: "h2c" } },
  ],
  ["an upgrade of the lake", "site", { path: "/lake/vX/mux/production", headers: webSocket }],
  ["the accounts' service", "backend", { path: "/auth/v1/token", ...post("{}", json) }],
  [
    "the lake's service",
    "backend",
    { path: "/lake/v1/data/query/production", ...post("{}", json) },
  ],
  [
    "an upgrade of the lake's service",
    "backend",
    { path: "/lake/vX/mux/production", headers: webSocket },
  ],
];

function post(body: string, headers: Record<string, string>) {
  return {
    method: "POST" as const,
    body,
    headers: { ...headers, "Content-Length": String(body.length) },
  };
}

function bytesOf({ path, method = "GET", headers = {}, body = "" }: Request): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${path} HTTP/1.1`, "Host: localhost", ...lines, "", ""];
  return Buffer.from(head.join("\r\n") + body, "latin1");
}

interface Break {
  /**
   * Where the request breaks off, and where it is split into two packets: as fractions of its
   * bytes.
   */
  at: number;
  split: number;
  end: Ending;
  /** Whether a second request is sent on the same connection. */
  pipelined: boolean;
}

const aBreak = fc.record<Break>({
  at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1)),
  split: fc.double({ min: 0, max: 1, noNaN: true }),
  end: fc.constantFrom(...endings),
  pipelined: fc.boolean(),
});

async function breakOff(port: number, request: Buffer, sent: readonly Break[]) {
  const problems = await inTurns(sent, 20, async ({ at, split, end, pipelined }) => {
    const whole = pipelined ? Buffer.concat([request, request]) : request;
    const bytes = whole.subarray(0, Math.round(at * whole.length));
    const middle = Math.round(split * bytes.length);
    const parts = [bytes.subarray(0, middle), bytes.subarray(middle)];
    // A keep-alive connection that stays idle shows nothing new after some milliseconds.
    return problemWith(await exchange({ port, from: newNetwork(), parts, end, patience: 300 }));
  });
  return problems.filter((problem) => problem !== null);
}

describe("connections that break off anywhere", () => {
  test.each(listeners)("in %s", async (_, listener, request) => {
    const port = listener === "site" ? site.port : site.backendPort;
    expect(await breakOff(port, bytesOf(request), samples(aBreak, 180))).toEqual([]);
  });

  test("in an editor's requests to the lake", async () => {
    const Cookie = await signIn(site, "editor");
    const handshake = { ...webSocket, Cookie, Origin: `http://localhost:${site.port}` };
    const requests: Request[] = [
      { path: "/lake/vX/mux/production", headers: handshake },
      { path: "/lake/v2022-06-30/socket/production", headers: handshake },
      { path: "/lake/v1/data/listen/production?query=*", headers: { Cookie } },
      { path: "/lake/v1/data/export/production", headers: { Cookie } },
      { path: "/lake/v1/data/query/production", ...post('{"query":"*"}', { ...json, Cookie }) },
      { path: "/lake/v1/assets/files/production", ...post("x".repeat(50_000), { Cookie }) },
    ];
    for (const request of requests) {
      expect(await breakOff(site.port, bytesOf(request), samples(aBreak, 60))).toEqual([]);
    }
  });
});

test("connections that send thousands of requests ahead are closed, and the site does not grow", async () => {
  const flood = Buffer.from("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2_400));
  for (const end of ["wait", "reset", "unread"] as const) {
    const from = newNetwork();
    await inTurns(Array.from({ length: 100 }), 100, () =>
      exchange({ port: site.port, from, parts: [flood], end, patience: 300 }),
    );
  }
});
