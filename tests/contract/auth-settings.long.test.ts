import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { codeOf, linkOf } from "@platen/auth/testing/mail";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  type Settings,
  signUp,
  startTestService,
  type TestService,
  tokensOf,
} from "@platen/auth/testing/service";
import { withoutClose } from "@platen/postgres/testing/without-close";
import { authSettings } from "../../server/config/auth-environment";
import { readEnvironment } from "../../server/config/environment";

// Each variable of the accounts, from the environment to its effect. Only against our own server.

let first: TestService;

beforeAll(async () => {
  first = await startTestService();
});
afterAll(() => first.close());

/** A service as the launcher starts it with these variables. */
async function startWith(variables: Record<string, string>, settings: Settings = {}) {
  const service = await startTestService({
    ...authSettings(readEnvironment(variables)),
    database: withoutClose(first.database),
    mailsPerHour: 10_000,
    ...settings,
  });
  onTestFinished(() => service.close());
  return service;
}

const withMail = { autoconfirm: false };

const post = (service: TestService, target: string, body: object, visitor = newVisitor()) =>
  call(service.auth, "POST", target, { body, visitor });

const refresh = (service: TestService, refreshToken: string) =>
  post(service, "token?grant_type=refresh_token", { refresh_token: refreshToken });

const signIn = async (service: TestService, email: string) =>
  tokensOf(await post(service, "token?grant_type=password", { email, password: goodPassword }));

/** How many of these requests one visitor may send at once. */
async function countUntilRefused(service: TestService, target: string, body: object) {
  const visitor = newVisitor();
  for (let count = 0; count < 200; count++) {
    if ((await post(service, target, body, visitor)).status === 429) return count;
  }
  return Infinity;
}

test("PASSWORD_MIN_LENGTH is the minimum length of passwords", async () => {
  const lengthIn = async (service: TestService, password: string) => {
    const { body } = await post(service, "signup", { email: newAddress(), password });
    return body.code;
  };
  const service = await startWith({ PASSWORD_MIN_LENGTH: "10" });
  expect(await lengthIn(service, "vq8!mwz2k")).toBe("weak_password");
  expect(await lengthIn(service, "vq8!mwz2kt")).toBeUndefined();
  expect(await lengthIn(await startWith({ PASSWORD_MIN_LENGTH: "6" }), "vq8!mw")).toBeUndefined();
});

test("JWT_EXP is the lifetime of access tokens, and their key is published longer", async () => {
  const service = await startWith({ JWT_EXP: "120" });
  const reply = await post(service, "signup", { email: newAddress(), password: goodPassword });
  expect(reply.body.expires_in).toBe(120);
  const { accessToken: token } = tokensOf(reply);
  const me = () => call(service.auth, "GET", "user", { token });
  service.wait(110);
  await service.auth.rotateSigningKey();
  expect((await me()).status).toBe(200);
  service.wait(11);
  expect((await me()).body.message).toContain("token is expired");
});

test("MAILER_OTP_EXP is the lifetime of mailed links and codes, and the mail says so", async () => {
  const service = await startWith({ MAILER_OTP_EXP: "7200" }, withMail);
  const open = async (
    seconds: number,
    body: (mail: Awaited<ReturnType<typeof service.mailTo>>) => object,
  ) => {
    const email = newAddress();
    await post(service, "signup", { email, password: goodPassword });
    const mail = await service.mailTo(email);
    expect(mail.text).toContain("Both work once, for 2 hours.");
    service.wait(seconds);
    return (await post(service, "verify", body(mail))).status;
  };
  for (const body of [
    linkOf,
    (mail: Parameters<typeof codeOf>[0]) => ({
      type: "signup",
      email: mail.to,
      token: codeOf(mail),
    }),
  ]) {
    expect(await open(7190, body)).toBe(200);
    expect(await open(7210, body)).toBe(403);
  }
});

test("SMTP_MAX_FREQUENCY is the interval between two mails of a kind to one address", async () => {
  const service = await startWith({ SMTP_MAX_FREQUENCY: "5s" }, withMail);
  const email = newAddress();
  const recover = async () => (await post(service, "recover", { email })).status;
  expect(await recover()).toBe(200);
  expect(await recover()).toBe(429);
  service.wait(5);
  expect(await recover()).toBe(200);
});

test("SECURITY_REFRESH_TOKEN_REUSE_INTERVAL is how long an older refresh token is accepted", async () => {
  const service = await startWith({ SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "40" });
  const { refreshToken: oldest } = await signUp(service);
  const next = tokensOf(await refresh(service, oldest)).refreshToken;
  await refresh(service, next);
  service.wait(39);
  expect((await refresh(service, oldest)).status).toBe(200);
  service.wait(41);
  expect((await refresh(service, oldest)).body.code).toBe("refresh_token_already_used");
});

test("SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION requires a mailed code of sessions older than a day", async () => {
  const variables = { SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" };
  const service = await startWith({ ...variables, JWT_EXP: "604800" });
  const { email, accessToken: token } = await signUp(service);
  const change = (body: object) => call(service.auth, "PUT", "user", { token, body });
  expect((await change({ password: "nine purple umbrellas" })).status).toBe(200);
  service.wait(24 * 3600 + 1);
  expect(await change({ password: goodPassword })).toMatchObject({
    status: 400,
    body: { code: "reauthentication_needed" },
  });
  await call(service.auth, "GET", "reauthenticate", { token });
  const nonce = codeOf(await service.mailTo(email));
  expect((await change({ password: goodPassword, nonce })).status).toBe(200);
});

test("SESSIONS_SINGLE_PER_USER ends a session when another of the account is used", async () => {
  const service = await startWith({ SESSIONS_SINGLE_PER_USER: "true" });
  const { email, refreshToken: older } = await signUp(service);
  service.wait(1);
  const { refreshToken: newer } = await signIn(service, email);
  expect(await refresh(service, older)).toMatchObject({
    status: 400,
    body: {
      code: "session_expired",
      message: "Invalid Refresh Token: Session Expired (Revoked by Newer Login)",
    },
  });
  expect((await refresh(service, newer)).status).toBe(200);
  // Without it both remain valid.
  const plain = await startWith({});
  const { email: other, refreshToken } = await signUp(plain);
  plain.wait(1);
  await signIn(plain, other);
  expect((await refresh(plain, refreshToken)).status).toBe(200);
});

test("SESSIONS_SINGLE_PER_USER ends no session of a second factor for one of the password alone", async () => {
  const service = await startWith({ SESSIONS_SINGLE_PER_USER: "true" });
  const { email, accessToken: token } = await signUp(service);
  const visitor = newVisitor();
  const enrolled = await call(service.auth, "POST", "factors", {
    ...{ token, visitor },
    body: { factor_type: "totp", friendly_name: "Telephone" },
  });
  const secret = /"secret":"([A-Z2-7]+)"/.exec(JSON.stringify(enrolled.body))?.[1] ?? "";
  const factor = `factors/${String(enrolled.body.id)}`;
  const challenge = await call(service.auth, "POST", `${factor}/challenge`, { token, visitor });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: service.now().getTime(),
  });
  const body = { challenge_id: challenge.body.id, code };
  const owner = tokensOf(
    await call(service.auth, "POST", `${factor}/verify`, { token, visitor, body }),
  );
  service.wait(1);
  await signIn(service, email);
  expect((await refresh(service, owner.refreshToken)).status).toBe(200);
});

test("EXTERNAL_ANONYMOUS_USERS_ENABLED allows sign-ins without an email address", async () => {
  const off = await post(await startWith({}), "signup", {});
  expect(off.body.code).toBe("anonymous_provider_disabled");
  const service = await startWith({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  expect((await post(service, "signup", {})).status).toBe(200);
  const settings = await call(service.auth, "GET", "settings");
  expect(settings.body.external).toMatchObject({ anonymous_users: true });
});

test("MFA_WEB_AUTHN_ENROLL_ENABLED allows security keys", async () => {
  const body = { factor_type: "webauthn", friendly_name: "Blue key" };
  for (const [value, status] of [
    ["false", 422],
    ["true", 200],
  ] as const) {
    const service = await startWith({ MFA_WEB_AUTHN_ENROLL_ENABLED: value });
    const { accessToken: token } = await signUp(service);
    const reply = await call(service.auth, "POST", "factors", { token, body });
    expect(reply.status).toBe(status);
  }
});

test.each([
  ["RATE_LIMIT_TOKEN_REFRESH", "15", 3, "token?grant_type=refresh_token", { refresh_token: "x" }],
  ["RATE_LIMIT_VERIFY", "60", 60, "verify", { type: "signup" }],
  ["RATE_LIMIT_OTP", "5", 5, "otp", {}],
  ["RATE_LIMIT_ANONYMOUS_USERS", "2", 2, "signup", {}],
])("%s=%s lets one IP address send %i at once", async (name, value, count, target, body) => {
  const service = await startWith({ [name]: value, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  expect(await countUntilRefused(service, target, body)).toBe(count);
});

test("MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY limits challenges of a second factor", async () => {
  const service = await startWith({ MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: "2" });
  const { accessToken: token } = await signUp(service);
  const { body } = await call(service.auth, "POST", "factors", {
    token,
    body: { factor_type: "totp", friendly_name: "Telephone" },
  });
  const visitor = newVisitor();
  const statuses: number[] = [];
  for (let count = 0; count < 5; count++) {
    const target = `factors/${String(body.id)}/challenge`;
    statuses.push((await call(service.auth, "POST", target, { token, visitor })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test.each([
  [{ PASSWORD_MIN_LENGTH: "5" }, "PASSWORD_MIN_LENGTH must be 6 to 72."],
  [{ JWT_EXP: "1h" }, "JWT_EXP must be a number."],
  [{ SMTP_MAX_FREQUENCY: "60" }, "SMTP_MAX_FREQUENCY must be a time such as 90s, 5m or 1h."],
  [{ SMTP_MAX_FREQUENCY: "0s" }, "SMTP_MAX_FREQUENCY must be 1s to 24h."],
  [{ RATE_LIMIT_OTP: "0" }, "RATE_LIMIT_OTP must be 1 to 1000000."],
  [{ SESSIONS_SINGLE_PER_USER: "yes" }, "SESSIONS_SINGLE_PER_USER must be true or false."],
])("%j is refused by name", (variables, problem) => {
  expect(() => readEnvironment(variables)).toThrow(new Error(problem));
});
