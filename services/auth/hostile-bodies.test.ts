import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
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

test("whatever JSON a visitor sends, the response is a refusal and never a failure", async () => {
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

test("whatever a signed-in user sends, nothing breaks", async () => {
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

test("whatever an administrator sends by mistake, the response is never a failure", async () => {
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
  ["invalid JSON", "{email:"],
  ["a number", "1"],
  ["null", "null"],
  ["a list", "[]"],
  ["deep nesting", `{"data":${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ["very deep nesting", "[".repeat(500_000)],
  ["half a surrogate pair", '{"email":"\\ud800"}'],
  ["a null character", '{"email":"a@b.example","password":"abcdefgh\\u0000"}'],
])("%s as a body is refused with 400", async (_name, body) => {
  const reply = await call(service.auth, "POST", "signup", { body });
  expect(reply.status).toBe(400);
  expect(["bad_json", "validation_failed"]).toContain(reply.body.code);
});

test("a body above a megabyte is refused with 413, even without a Content-Length", async () => {
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

test("bytes that are not text are refused", async () => {
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

test("metadata that would not fit into request headers is refused", async () => {
  const { accessToken: token } = await signUp(service);
  const reply = await call(service.auth, "PUT", "user", {
    token,
    body: { data: { picture: "x".repeat(5000) } },
  });
  expect(reply).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});
