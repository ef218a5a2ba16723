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
  tokensOf,
} from "../testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ stopsClock: true });
});
afterAll(() => service.close());

const signIn = (email: string, password: string, visitor = newVisitor()) =>
  call(service.auth, "POST", "token?grant_type=password", { body: { email, password }, visitor });

describe("by IP address", () => {
  test.each([
    ["POST", "token?grant_type=refresh_token", { refresh_token: "x" }],
    ["POST", "signup", { email: "x" }],
    ["POST", "recover", { email: "x" }],
    ["POST", "otp", { email: "x" }],
    ["POST", "resend", { type: "signup", email: "x" }],
    ["POST", "verify", { type: "signup" }],
  ])(
    "%s /%s is refused after a burst of thirty, with a Retry-After",
    async (method, target, body) => {
      const visitor = newVisitor();
      for (let count = 0; count < 30; count++) {
        expect((await call(service.auth, method, target, { body, visitor })).status).toBe(400);
      }
      const reply = await call(service.auth, method, target, { body, visitor });
      expect(reply).toMatchObject({
        status: 429,
        body: { code: "over_request_rate_limit", message: "Request rate limit reached" },
      });
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await call(service.auth, method, target, { body })).status).toBe(400);
      service.wait(Number(reply.headers.get("retry-after")));
      expect((await call(service.auth, method, target, { body, visitor })).status).toBe(400);
    },
  );

  test("everyone in an office may refresh their session at once, whatever a neighbor does", async () => {
    const office = newVisitor();
    const emails = [newAddress(), newAddress()];
    for (const email of emails) {
      const body = { email, password: goodPassword, email_confirm: true };
      await call(service.auth, "POST", "admin/users", { key: secretKey, token: secretKey, body });
    }
    const sessions = await Promise.all(
      Array.from({ length: 32 }, async (_, n) =>
        tokensOf(await signIn(emails[n % 2] ?? "", goodPassword)),
      ),
    );
    const renew = (refreshToken: string) =>
      call(service.auth, "POST", "token?grant_type=refresh_token", {
        body: { refresh_token: refreshToken },
        visitor: office,
      });
    for (let count = 0; count < 31; count++) await renew("made up");
    expect((await renew("made up")).status).toBe(429);
    const replies = await Promise.all(sessions.map(({ refreshToken }) => renew(refreshToken)));
    expect(replies.map(({ status }) => status)).toEqual(sessions.map(() => 200));
  });

  test("one session is refreshed thirty times in a row, and then every two seconds", async () => {
    let { refreshToken } = await signUp(service);
    const renew = () =>
      call(service.auth, "POST", "token?grant_type=refresh_token", {
        body: { refresh_token: refreshToken },
      });
    for (let count = 0; count < 30; count++) refreshToken = tokensOf(await renew()).refreshToken;
    const reply = await renew();
    expect(reply.status).toBe(429);
    service.wait(Number(reply.headers.get("retry-after")));
    expect((await renew()).status).toBe(200);
  });

  test("a visitor who sets the header themselves is counted by their own IP address", async () => {
    const attempt = (forwarded: string) =>
      service.auth.fetch(
        new Request("http://127.0.0.1/auth/v1/recover", {
          method: "POST",
          headers: { apikey: publishableKey, "X-Forwarded-For": forwarded },
          body: "{}",
        }),
        { address: "198.51.100.77" },
      );
    for (let count = 0; count < 30; count++) {
      expect((await attempt(newVisitor())).status).toBe(400);
    }
    expect((await attempt(newVisitor())).status).toBe(429);
  });
});

describe("by account", () => {
  test("ten wrong passwords from one IP address are the limit, whether the account exists or not", async () => {
    const { email: known } = await signUp(service);
    for (const email of [known, newAddress()]) {
      const visitor = newVisitor();
      for (let count = 0; count < 10; count++) {
        expect((await signIn(email, "wrong password", visitor)).status).toBe(400);
      }
      const reply = await signIn(email, goodPassword, visitor);
      expect(reply.status).toBe(429);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await signIn(known, goodPassword)).status).toBe(200);
  });

  test("correct passwords do not count", async () => {
    const { email } = await signUp(service);
    const visitor = newVisitor();
    for (let count = 0; count < 12; count++) {
      expect((await signIn(email, goodPassword, visitor)).status).toBe(200);
    }
  });

  test("a hundred wrong passwords from everywhere stop strangers, and not the user's known devices", async () => {
    const email = newAddress();
    const body = { email, password: goodPassword, email_confirm: true };
    await call(service.auth, "POST", "admin/users", { key: secretKey, token: secretKey, body });
    const home = newVisitor();
    await signIn(email, goodPassword, home);
    for (let round = 0; round < 10; round++) {
      const visitor = newVisitor();
      await Promise.all(Array.from({ length: 10 }, () => signIn(email, "wrong password", visitor)));
    }
    expect((await signIn(email, goodPassword)).status).toBe(429);
    expect((await signIn(email, goodPassword, home)).status).toBe(200);
  });
});

describe("the keys", () => {
  const get = (target: string, headers: Record<string, string>) =>
    call(service.auth, "GET", target, { key: null, headers });

  test("are required, except for URLs that browsers open directly", async () => {
    expect(await get("settings", {})).toMatchObject({
      status: 401,
      body: { message: "No API key found in request" },
    });
    expect(await get("settings", { apikey: "sb_publishable_other" })).toMatchObject({
      status: 401,
      body: { message: "Invalid API key" },
    });
    expect((await get("settings", { apikey: publishableKey })).status).toBe(200);
    for (const target of ["health", ".well-known/jwks.json"]) {
      expect((await get(target, {})).status).toBe(200);
    }
    expect((await get("verify?token=x&type=signup", {})).status).toBe(303);
  });

  test("are required for other paths that merely end like one of those", async () => {
    for (const target of ["admin/users/callback", "user/verify", "x/.well-known/jwks.json"]) {
      expect((await get(target, {})).status).toBe(401);
    }
    expect((await get("factors/health/verify", {})).status).toBe(401);
  });

  test("are refused with the header that lets clients read the error code", async () => {
    const { headers, body } = await get("settings", {});
    expect(headers.get("x-supabase-api-version")).toBe("2024-01-01");
    expect(body).toEqual({
      message: "No API key found in request",
      hint: expect.any(String),
    });
  });

  test("are refused from a browser if secret", async () => {
    const reply = await get("settings", { apikey: secretKey, "User-Agent": "Mozilla/5.0 (X11)" });
    expect(reply.status).toBe(401);
  });

  test("are not users: the publishable one is a visitor, the secret one the administrator", async () => {
    const user = await call(service.auth, "GET", "user", { token: publishableKey });
    expect(user).toMatchObject({ status: 403, body: { code: "bad_jwt" } });
    const none = await call(service.auth, "GET", "user");
    expect(none).toMatchObject({ status: 401, body: { code: "no_authorization" } });
    const visitor = await call(service.auth, "GET", "admin/users", { token: publishableKey });
    expect(visitor).toMatchObject({ status: 403, body: { code: "not_admin" } });
    const invitation = await call(service.auth, "POST", "invite", { token: publishableKey });
    expect(invitation.status).toBe(403);
    const admin = await call(service.auth, "GET", "admin/users", { token: secretKey });
    expect(admin.status).toBe(200);
  });
});

test("older clients get the older error format", async () => {
  const reply = await call(service.auth, "GET", "user", {
    headers: { "X-Supabase-Api-Version": "2023-01-01" },
  });
  expect(reply.body).toEqual({
    code: 401,
    error_code: "no_authorization",
    msg: "This endpoint requires a valid Bearer token",
  });
  expect(reply.headers.get("x-sb-error-code")).toBe("no_authorization");
});
