import { createHmac, randomUUID } from "node:crypto";
import { metricsToken, webhookSecret } from "./attacked-site";
import type { Credentials } from "./credentials";

export interface HonestRequest {
  path: string;
  method?: "GET" | "HEAD" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** What receives requests, and one that gets as far as possible. */
export interface Listener {
  name: string;
  process: "site" | "backend";
  request: (credentials: Credentials) => HonestRequest;
  /** The status of the request when nothing is broken off. */
  status: number;
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const json = { "Content-Type": "application/json" };
const webSocket = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
};

function post(body: string, headers: Record<string, string>) {
  return {
    method: "POST" as const,
    body,
    headers: { ...headers, "Content-Length": String(body.length) },
  };
}

/** In two chunks. */
function chunked(body: string, headers: Record<string, string>) {
  const parts = [body.slice(0, 5), body.slice(5), ""];
  return {
    method: "POST" as const,
    body: parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join(""),
    headers: { ...headers, "Transfer-Encoding": "chunked" },
  };
}

function multipart(fields: Record<string, string>, headers: Record<string, string>) {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--frontier\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return post(`${parts.join("")}--frontier--\r\n`, {
    ...headers,
    "Content-Type": "multipart/form-data; boundary=frontier",
  });
}

function webhook(body: string) {
  const now = Date.now();
  const hash = createHmac("sha256", webhookSecret).update(`${now}.${body}`).digest("base64url");
  return post(body, { ...json, "sanity-webhook-signature": `t=${now},v1=${hash}` });
}

const picture =
  "/lake/images/local/production/28abe7368066ed174b3ed3f48de642a984d159cd-1600x900.png";
const query = "/lake/v1/data/query/production";

const row =
  (process: Listener["process"]) =>
  (name: string, status: number, request: HonestRequest | Listener["request"]): Listener => ({
    ...{ name, process, status },
    request: typeof request === "function" ? request : () => request,
  });
const site = row("site");
const backend = row("backend");

/** Open to everybody. */
const open = [
  site("a cached page", 200, { path: "/" }),
  site("a cached page's head", 200, { path: "/", method: "HEAD" }),
  site("a page that is rendered", 200, { path: "/login" }),
  // The attempts of one account wait for one another.
  site("a form", 400, () => ({
    path: "/login",
    ...post(`email=${randomUUID()}%40platen.example&password=b`, form),
  })),
  site("a form in chunks", 411, { path: "/login", ...chunked("email=a&password=b", form) }),
  site("a file", 200, { path: "/favicon.svg" }),
  site("the Studio", 302, { path: "/studio" }),
  site("readiness", 200, { path: "/readyz" }),
  site("reports", 204, { path: "/csp-report", ...post('{"csp-report":{}}', json) }),
  site("accounts", 303, { path: "/auth/v1/verify?type=signup&token=x" }),
  site("accounts' callback", 303, { path: "/auth/v1/callback", ...post("state=x&code=y", form) }),
  site("a picture", 200, { path: picture }),
  site("a picture's head", 200, { path: picture, method: "HEAD" }),
  site("a picture for links", 200, ({ linkPicture }) => ({ path: linkPicture })),
  site("an upgrade", 200, { path: "/", headers: webSocket }),
  site("an upgrade of a form", 400, {
    path: "/login",
    ...post("a=b", { ...form, ...webSocket }),
  }),
  site("an upgrade to HTTP/2", 200, {
    path: "/",
    headers: { Connection: "Upgrade", Upgrade: "h2c" },
  }),
  backend("the accounts' service", 200, ({ publishableKey }) => ({
    path: "/auth/v1/settings",
    headers: { apikey: publishableKey },
  })),
];

/** What refuses a stranger. */
const shut = [
  site("an upload of a stranger", 302, {
    path: "/dashboard/profile",
    ...post("x".repeat(30_000), form),
  }),
  site("the gateway without a key", 401, {
    path: "/api/gateway/verify",
    ...post('{"key":"pdf_x"}', json),
  }),
  site("the lake without a session", 401, { path: `${query}?query=*` }),
  site("the lake, by a script with a made-up token", 401, {
    path: "/lake/v1/data/mutate/production",
    ...post("{}", { ...json, Authorization: "Bearer x" }),
  }),
  site("a WebSocket of a stranger", 401, ({ origin: Origin }) => ({
    path: "/lake/vX/mux/production",
    headers: { ...webSocket, Origin },
  })),
  backend("the lake's service", 401, { path: query, ...post("{}", json) }),
  backend("an upgrade of the lake's service", 401, {
    path: "/lake/vX/mux/production",
    headers: webSocket,
  }),
];

/** With the credentials of someone who may. */
const allowed = [
  site("metrics", 200, {
    path: "/metrics",
    headers: { Authorization: `Bearer ${metricsToken}` },
  }),
  site("the dashboard", 200, ({ user: Cookie }) => ({ path: "/dashboard", headers: { Cookie } })),
  site("a form in parts, of a user", 200, ({ user: Cookie }) => ({
    path: "/dashboard/profile",
    ...multipart({ fullName: "Nora", bio: "x".repeat(20_000) }, { Cookie }),
  })),
  site("the gateway", 200, ({ serviceKey }) => ({
    path: "/api/gateway/verify",
    ...post('{"key":"pdf_x"}', { ...json, Authorization: `Bearer ${serviceKey}` }),
  })),
  site("the webhook", 204, () => ({
    path: "/webhooks/content",
    ...webhook('{"_id":"siteSettings"}'),
  })),
  site("the stream of a preview", 200, ({ preview: Cookie }) => ({
    path: "/preview/changes",
    headers: { Cookie },
  })),
  ...["/lake/vX/mux/production", "/lake/v2022-06-30/socket/production"].map((path) =>
    site(`an editor's WebSocket, ${path}`, 101, ({ editor: Cookie, origin: Origin }) => ({
      path,
      headers: { ...webSocket, Cookie, Origin },
    })),
  ),
  ...["/lake/v1/data/listen/production?query=*", "/lake/v1/data/export/production"].map((path) =>
    site(`an editor's ${path}`, 200, ({ editor: Cookie }) => ({ path, headers: { Cookie } })),
  ),
  site("an editor's query", 200, ({ editor: Cookie }) => ({
    path: query,
    ...post('{"query":"*[0]"}', { ...json, Cookie }),
  })),
  site("an editor's query in chunks", 411, ({ editor: Cookie }) => ({
    path: query,
    ...chunked('{"query":"*[0]"}', { ...json, Cookie }),
  })),
  site("an editor's upload", 200, ({ editor: Cookie }) => ({
    path: "/lake/v1/assets/files/production",
    ...post("x".repeat(50_000), { Cookie }),
  })),
];

/** Every listener, including those that strangers are refused at. */
export const listeners: readonly Listener[] = [...open, ...shut, ...allowed];
