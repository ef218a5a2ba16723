import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutClose } from "@platen/postgres/testing/without-close";
import { linkOf } from "../testing/mail";
import {
  call,
  goodPassword,
  newAddress,
  secretKey,
  startTestService,
  type TestService,
  tokensOf,
} from "../testing/service";

let service: TestService;
/** The same database, with email confirmation required. */
let confirming: TestService;

beforeAll(async () => {
  service = await startTestService({ anonymousSignIns: true });
  const database = withoutClose(service.database);
  confirming = await startTestService({ anonymousSignIns: true, autoconfirm: false, database });
});
afterAll(async () => {
  await confirming.close();
  await service.close();
});

/** Signs in without an email address. */
async function signInAnonymously({ auth } = service, data = {}) {
  const reply = await call(auth, "POST", "signup", { body: { data } });
  expect(reply.status).toBe(200);
  return { ...tokensOf(reply), user: reply.body.user };
}

const change = ({ auth }: TestService, token: string, body: object) =>
  call(auth, "PUT", "user", { token, body });

const claimsOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

test("an anonymous sign-in creates an account without an email address, and its tokens say so", async () => {
  const { user, accessToken, refreshToken } = await signInAnonymously(service, { theme: "dark" });
  expect(user).toMatchObject({
    email: "",
    is_anonymous: true,
    role: "authenticated",
    app_metadata: {},
    user_metadata: { theme: "dark" },
    identities: [],
  });
  const claims = { is_anonymous: true, email: "", amr: [{ method: "anonymous" }] };
  expect(claimsOf(accessToken)).toMatchObject(claims);
  const refreshed = await call(service.auth, "POST", "token?grant_type=refresh_token", {
    body: { refresh_token: refreshToken },
  });
  expect(claimsOf(tokensOf(refreshed).accessToken)).toMatchObject(claims);
});

test("it keeps its account when it adds an email address, immediately with autoconfirm", async () => {
  const { user, accessToken, refreshToken } = await signInAnonymously();
  const email = newAddress();
  const changed = await change(service, accessToken, { email, password: goodPassword });
  expect(changed.body).toMatchObject({
    email,
    is_anonymous: false,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: "email", providers: ["email"] },
    // No mail has verified the email address.
    identities: [{ provider: "email", identity_data: { email, email_verified: false } }],
  });
  expect(user).toMatchObject({ id: changed.body.id });
  const refreshed = await call(service.auth, "POST", "token?grant_type=refresh_token", {
    body: { refresh_token: refreshToken },
  });
  expect(claimsOf(tokensOf(refreshed).accessToken)).toMatchObject({ is_anonymous: false, email });
  const signedIn = await call(service.auth, "POST", "token?grant_type=password", {
    body: { email, password: goodPassword },
  });
  expect(signedIn.body.user).toMatchObject({ id: changed.body.id });
});

test("where mails confirm email addresses, it stays anonymous until its address is confirmed", async () => {
  const { accessToken: token } = await signInAnonymously(confirming);
  const email = newAddress();
  const requested = await change(confirming, token, { email });
  expect(requested.body).toMatchObject({ email: "", new_email: email, is_anonymous: true });
  const confirmed = await call(confirming.auth, "POST", "verify", {
    body: linkOf(await confirming.mailTo(email)),
  });
  expect(confirmed.body.user).toMatchObject({
    id: requested.body.id,
    email,
    is_anonymous: false,
    identities: [{ provider: "email", identity_data: { email_verified: true } }],
  });
});

test("it cannot take another account's address, set only a password, or add a second factor", async () => {
  const { accessToken: token } = await signInAnonymously();
  const email = newAddress();
  await call(service.auth, "POST", "signup", { body: { email, password: goodPassword } });
  expect((await change(service, token, { email })).body.code).toBe("email_exists");
  expect(await change(service, token, { password: goodPassword })).toMatchObject({
    status: 422,
    body: {
      code: "validation_failed",
      message: "Updating password of an anonymous user without an email or phone is not allowed",
    },
  });
  const factor = { factor_type: "totp", friendly_name: "Telephone" };
  expect(await call(service.auth, "POST", "factors", { token, body: factor })).toMatchObject({
    status: 403,
    body: { code: "no_authorization" },
  });
});

test("when sign-up is disabled, anonymous sign-in is too", async () => {
  const database = withoutClose(service.database);
  const closed = await startTestService({ anonymousSignIns: true, signupDisabled: true, database });
  const reply = await call(closed.auth, "POST", "signup", { body: {} });
  expect(reply).toMatchObject({ status: 422, body: { code: "signup_disabled" } });
  await closed.close();
});

test("an anonymous account is removed after thirty days, and one with an email address stays", async () => {
  const { accessToken } = await signInAnonymously();
  const email = newAddress();
  await change(service, accessToken, { email });
  await signInAnonymously();
  const count = async () => {
    const admin = { key: secretKey, token: secretKey };
    const { body } = await call(service.auth, "GET", "admin/users", admin);
    return Array.isArray(body.users) ? body.users.filter((each) => each.is_anonymous).length : -1;
  };
  expect(await count()).toBeGreaterThan(0);
  const database = withoutClose(service.database);
  const later = await startTestService({
    anonymousSignIns: true,
    database,
    clock: () => new Date(Date.now() + 31 * 24 * 3_600_000),
  });
  await later.close();
  expect(await count()).toBe(0);
  const rows = await service.database.query("select from auth.users where email = $1", [email]);
  expect(rows).toHaveLength(1);
});
