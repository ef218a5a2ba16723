import fc from "fast-check";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  publishableKey,
  secretKey,
  signUp,
  startTestService,
  type TestService,
} from "./testing/service";

let service: TestService;
const problems: unknown[] = [];

beforeAll(async () => {
  service = await startTestService({
    logger: {
      // No content of a request may reach the database and be refused there.
      warn: (details) => void problems.push(details),
      error: (details) => void problems.push(details),
    },
  });
});
afterAll(() => service.close());

const endpoints = [
  ["POST", "signup"],
  ["POST", "token?grant_type=password"],
  ["POST", "token?grant_type=refresh_token"],
  ["POST", "token?grant_type=pkce"],
  ["POST", "recover"],
  ["POST", "otp"],
  ["POST", "verify"],
  ["POST", "resend"],
] as const;

const administration = [
  ["POST", "admin/users"],
  ["POST", "admin/generate_link"],
  ["POST", "invite"],
] as const;

const fields = [
  ...["email", "phone", "password", "data", "token", "token_hash", "type", "refresh_token", "id"],
  ...["auth_code", "code_verifier", "code_challenge", "code_challenge_method", "role", "nonce"],
  ...["user_metadata", "app_metadata", "ban_duration", "password_hash", "new_email", "redirect_to"],
  ...["create_user", "email_confirm", "factor_type", "friendly_name", "issuer", "__proto__"],
];

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    ...["", " ", "\0", "\ud800", "a\0b@mail.example", "' or 1=1 --", "a@b", "x".repeat(100_000)],
    ...["ada@mail.example\r\nBcc: b@mail.example", "none", "signup", "pkce_", "00000000-0000"],
    ...[null, true, 0, -1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], { a: { b: "\0" } }],
    ...[{ __proto__: { role: "service_role" } }, { constructor: 1 }, { toJSON: "x" }],
  ),
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
);

const bodies = fc.dictionary(fc.constantFrom(...fields), nasty, { maxKeys: 6 });

/** Bodies that are likely to get past the first checks. */
const plausible = fc
  .tuple(bodies, fc.constantFrom(...fields), nasty)
  .map(([body, field, value]) => ({
    email: newAddress(),
    password: goodPassword,
    type: "signup",
    token: "123456",
    ...body,
    [field]: value,
  }));

const runs = { numRuns: 150 };

test("whatever JSON a visitor sends, the answer is a refusal and never a failure", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...endpoints),
      fc.oneof(bodies, plausible),
      async ([method, target], body) => {
        const reply = await call(service.auth, method, target, { body, visitor: newVisitor() });
        expect(reply.status).toBeLessThan(500);
        // Only a valid sign-up creates a session.
        if (target !== "signup") expect(reply.body).not.toHaveProperty("access_token");
      },
    ),
    runs,
  );
  expect(problems).toEqual([]);
});

test("whatever a signed-in person sends, they break nothing", async () => {
  const { accessToken: token } = await signUp(service);
  const targets = [
    ["PUT", "user"],
    ["POST", "factors"],
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...targets),
      fc.oneof(bodies, plausible),
      async ([method, target], body) => {
        const reply = await call(service.auth, method, target, { body, token });
        expect(reply.status).toBeLessThan(500);
      },
    ),
    runs,
  );
  expect(problems).toEqual([]);
  const { body } = await call(service.auth, "GET", "user", { token });
  expect(body).toMatchObject({ role: "authenticated", app_metadata: { provider: "email" } });
});

test("whatever an administrator sends by mistake, the answer is no failure", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...administration),
      fc.oneof(bodies, plausible),
      async ([method, target], body) => {
        const reply = await call(service.auth, method, target, {
          body,
          token: secretKey,
          key: secretKey,
        });
        expect(reply.status).toBeLessThan(500);
      },
    ),
    runs,
  );
  expect(problems).toEqual([]);
});

test.each([
  ["nothing", ""],
  ["no JSON", "{email:"],
  ["a number", "1"],
  ["null", "null"],
  ["a list", "[]"],
  ["a deep nesting", `{"data":${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ["a very deep nesting", "[".repeat(500_000)],
  ["half a surrogate pair", '{"email":"\\ud800"}'],
  ["a null character", '{"email":"a@b.example","password":"abcdefgh\\u0000"}'],
])("%s as a body is refused with 400", async (_name, body) => {
  const reply = await call(service.auth, "POST", "signup", { body });
  expect(reply.status).toBe(400);
  expect(["bad_json", "validation_failed"]).toContain(reply.body.code);
});

test("a body above a megabyte is refused with 413, also when it does not say how long it is", async () => {
  const body = JSON.stringify({ email: "x".repeat(1024 * 1024) });
  const declared = await call(service.auth, "POST", "signup", { body });
  expect(declared).toMatchObject({ status: 413, body: { code: "request_entity_too_large" } });

  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65536).fill(32)),
  });
  const response = await fetch(`${service.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: secretKey },
    body: endless,
    duplex: "half",
  } satisfies RequestInit & { duplex: "half" });
  expect(response.status).toBe(413);
});

test("bytes that are no text are refused", async () => {
  const response = await service.auth.fetch(
    new Request("http://127.0.0.1/auth/v1/recover", {
      method: "POST",
      headers: { apikey: secretKey },
      body: new Uint8Array([0x7b, 0xff, 0xfe]),
    }),
    { address: "127.0.0.1" },
  );
  expect(response.status).toBe(400);
});

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

test("metadata that would not fit into a request's headers is refused", async () => {
  const { accessToken: token } = await signUp(service);
  const reply = await call(service.auth, "PUT", "user", {
    token,
    body: { data: { picture: "x".repeat(5000) } },
  });
  expect(reply).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});

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

  test("bring no failure and no session", async () => {
    const sessions = () => service.database.query("select id from auth.sessions order by id");
    const before = await sessions();
    const answers = new Map<number, number>();
    for (let count = 0; count < 10_000; count++) {
      const hostile = request();
      const what = `${hostile.method} ${hostile.url}`;
      const response = await service.auth.fetch(hostile, { address: "127.0.0.1" });
      expect(response.status, what).toBeLessThan(500);
      expect(await response.text(), what).not.toContain('"access_token"');
      expect(response.headers.get("location") ?? "", what).not.toContain("access_token");
      answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
    }
    expect(await sessions()).toEqual(before);
    expect(problems).toEqual([]);
    // They got past the first check.
    for (const status of [200, 400, 401, 403, 404])
      expect(answers.has(status), `${status}`).toBe(true);
  }, 120_000);
});
