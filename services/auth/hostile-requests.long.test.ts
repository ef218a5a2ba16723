import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  newVisitor,
  publishableKey,
  secretKey,
  signUp,
  type TestService,
} from "./testing/service";
import { fields, startWatchedService } from "./testing/watched-service";

let service: TestService;
let problems: unknown[];

beforeAll(async () => {
  ({ service, problems } = await startWatchedService());
});
afterAll(() => service.close());

test.each([
  "verify?token=%00&type=signup",
  "verify?token=x&type=%ff",
  "admin/users/%00",
  "admin/users/%E0%A4",
  "admin/users?filter=%00",
])("GET /%s does not fail", async (target) => {
  const reply = await call(service.auth, "GET", target, { token: secretKey, key: secretKey });
  expect(reply.status).toBeLessThan(500);
});

test.each([...["page=0", "page=-1", "page=x", "per_page=0", "per_page=1e3", "page=9999999999999"]])(
  "listing accounts with %s is refused",
  async (query) => {
    const reply = await call(service.auth, "GET", `admin/users?${query}`, {
      token: secretKey,
      key: secretKey,
    });
    expect(reply).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  },
);

test("an unknown path is not found", async () => {
  expect((await call(service.auth, "GET", "nowhere")).status).toBe(404);
});

describe("ten thousand hostile requests", () => {
  /** The same requests at every run (mulberry32), so that a failure can be reproduced. */
  let seed = 20_261_121;
  function random(): number {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  function oneOf<T>(values: readonly T[]): T {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error("There is nothing to choose from.");
    return value;
  }

  const uuid = "3b241101-e2bb-4255-8caf-4136c566a962";
  const words = [
    ...[
      "",
      " ",
      "x",
      "0",
      "-1",
      "null",
      "true",
      "../..",
      "%00",
      "%ff",
      "%2e%2e",
      "' or 1=1 --",
      uuid,
    ],
    ...["a@b@c", "{{7*7}}", "${7*7}", "<script>", "signup", "recovery", "email_change", "pkce_x"],
    ...["javascript:alert(1)", "//evil.example", "http://[::1", "x".repeat(3000), "😀", "\u202e"],
  ];
  const values: unknown[] = [
    ...[...words, null, true, 0, -1, 1e308, [], {}, [[]], "\0", "\ud800", { a: { b: "\0" } }],
    ...[{ toString: 1 }, { $gt: "" }, ["admin"], { role: "service_role" }, "9".repeat(400)],
  ];
  const methods = [
    "GET",
    "GET",
    "POST",
    "POST",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "HEAD",
  ];
  const paths = [
    ...[
      "signup",
      "token",
      "token?grant_type=refresh_token",
      "token?grant_type=pkce",
      "verify",
      "otp",
    ],
    ...["token?grant_type=password", "recover", "resend", "logout", "user", "factors", "authorize"],
    ...[
      "callback",
      "settings",
      "health",
      "reauthenticate",
      ".well-known/jwks.json",
      "invite",
      "sso",
    ],
    ...["admin/users", "admin/generate_link", `admin/users/${uuid}`, `admin/users/${uuid}/factors`],
    ...[`factors/${uuid}/challenge`, `factors/${uuid}/verify`, "user/identities/authorize"],
    ...["admin", "..", "admin/users/../../signup", "%61dmin/users", "//admin/users", "admin/audit"],
  ];
  const parameters = [
    ...["grant_type", "type", "token", "redirect_to", "page", "per_page", "filter", "provider"],
    ...["state", "code", "error", "scopes", "code_challenge", "code_challenge_method", "scope"],
  ];

  let tokens: string[];
  beforeAll(async () => {
    const { accessToken } = await signUp(service);
    const [head = "", claims = "", signature = ""] = accessToken.split(".");
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const payload: Record<string, unknown> = JSON.parse(
      Buffer.from(claims, "base64url").toString(),
    );
    const root = encode({ ...payload, role: "service_role" });
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const { keys } = (await call(service.auth, "GET", ".well-known/jwks.json")).body;
    const published = JSON.stringify(Array.isArray(keys) ? keys[0] : null);
    const header: Record<string, string> = JSON.parse(Buffer.from(head, "base64url").toString());
    const forged = (algorithm: string) =>
      new SignJWT(payload).setProtectedHeader({ ...header, alg: algorithm });
    tokens = [
      ...["", "x", "a.b.c", `${head}.${root}.${signature}`, `${encode({ alg: "none" })}.${root}.`],
      await forged("ES256").sign(privateKey),
      // The public key used as a shared secret.
      await forged("HS256").sign(new TextEncoder().encode(published.padEnd(32))),
      await new SignJWT(payload)
        .setProtectedHeader({ alg: "ES256", jwk: await exportJWK(publicKey) })
        .sign(privateKey),
      `${head}.${claims}.${"A".repeat(86)}`,
      publishableKey,
    ];
  });

  function body(): string {
    const kind = random();
    if (kind < 0.1) return oneOf(words);
    if (kind < 0.15) return JSON.stringify(oneOf(values)) ?? "";
    const chosen = Array.from({ length: Math.floor(random() * 6) }, () => [
      oneOf(fields),
      oneOf(values),
    ]);
    const text = JSON.stringify(Object.fromEntries(chosen));
    return kind < 0.25 ? text.slice(0, Math.floor(random() * text.length)) : text;
  }

  function request(): Request {
    const method = oneOf(methods);
    const path = oneOf(paths);
    const query = Array.from(
      { length: Math.floor(random() * 3) },
      () =>
        `${oneOf(parameters)}=${random() < 0.3 ? oneOf(words) : encodeURIComponent(oneOf(words))}`,
    ).join("&");
    const url = `http://127.0.0.1/auth/v1/${path}${path.includes("?") ? "&" : "?"}${query}`;
    const headers = new Headers({
      "X-Forwarded-For": oneOf([newVisitor(), "not an address", "::1, x"]),
    });
    if (random() < 0.9)
      headers.set("apikey", random() < 0.9 ? publishableKey : oneOf(["", "x", uuid]));
    if (random() < 0.5) headers.set("Authorization", `Bearer ${oneOf(tokens)}`);
    if (random() < 0.5)
      headers.set("X-Supabase-Api-Version", oneOf(["2024-01-01", "9999-99-99", "x"]));
    if (random() < 0.2) headers.set("Cookie", `sb-flow-${uuid}=${oneOf(["", "x", uuid])}`);
    if (random() < 0.2)
      headers.set("Content-Type", oneOf(["text/xml", "multipart/form-data", ";"]));
    const bare = method === "GET" || method === "HEAD";
    return new Request(url, { method, headers, ...(!bare && { body: body() }) });
  }

  test("cause no failure and open no session", async () => {
    const sessions = () => service.database.query("select id from auth.sessions order by id");
    const before = await sessions();
    const responses = new Map<number, number>();
    for (let count = 0; count < 10_000; count++) {
      const hostile = request();
      const what = `${hostile.method} ${hostile.url}`;
      const response = await service.auth.fetch(hostile, { address: "127.0.0.1" });
      expect(response.status, what).toBeLessThan(500);
      expect(await response.text(), what).not.toContain('"access_token"');
      expect(response.headers.get("location") ?? "", what).not.toContain("access_token");
      responses.set(response.status, (responses.get(response.status) ?? 0) + 1);
    }
    expect(await sessions()).toEqual(before);
    expect(problems).toEqual([]);
    // They got past the first check.
    for (const status of [200, 400, 401, 403, 404])
      expect(responses.has(status), `${status}`).toBe(true);
  }, 120_000);
});
