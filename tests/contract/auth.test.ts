import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  goodPassword,
  publishableKey,
  secretKey,
  startTestService,
  type TestService,
} from "../../services/auth/test-service";
import { adminClient, Browser, type Target, visitorClient } from "./auth-clients";

const { AUTH_URL, AUTH_PUBLISHABLE_KEY = "", AUTH_SECRET_KEY = "" } = process.env;

let service: TestService | undefined;
let target: Target;

beforeAll(async () => {
  if (AUTH_URL) {
    target = { url: AUTH_URL, publishableKey: AUTH_PUBLISHABLE_KEY, secretKey: AUTH_SECRET_KEY };
    return;
  }
  service = await startTestService();
  target = { url: service.url, publishableKey, secretKey };
});

afterAll(() => service?.close());

/** An address that is free also on a server that has seen this test before. */
const newEmail = () => `contract-${crypto.randomUUID()}@mail.example`;

async function newAccount(attributes: { email?: string; password?: string } = {}) {
  const email = attributes.email ?? newEmail();
  const password = attributes.password ?? goodPassword;
  const { data, error } = await adminClient(target).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  });
  expect(error).toBeNull();
  return { email, password, id: data.user?.id ?? "" };
}

async function signedIn() {
  const account = await newAccount();
  const client = visitorClient(target);
  const { data, error } = await client.auth.signInWithPassword(account);
  expect(error).toBeNull();
  return { ...account, client, session: data.session };
}

describe("an account", () => {
  test("signs in with its password and sees itself", async () => {
    const { client, email, session } = await signedIn();
    expect(session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email, aud: "authenticated", role: "authenticated" });
  });

  test("has claims that verify against the published keys", async () => {
    const { client, email, id } = await signedIn();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({ sub: id, email, aal: "aal1", role: "authenticated" });
    expect(data?.header.alg).toBe("ES256");
  });

  test("is refused with a wrong password in the same words as one that does not exist", async () => {
    const { email } = await newAccount();
    const client = visitorClient(target);
    const wrong = await client.auth.signInWithPassword({ email, password: "not the password" });
    const unknown = await client.auth.signInWithPassword({
      email: newEmail(),
      password: "not the password",
    });
    for (const { error } of [wrong, unknown]) {
      expect(error).toMatchObject({
        status: 400,
        code: "invalid_credentials",
        message: "Invalid login credentials",
      });
    }
  });

  test("refreshes its session", async () => {
    const { client, session } = await signedIn();
    const first = await client.auth.refreshSession();
    expect(first.data.session?.refresh_token).not.toBe(session?.refresh_token);
    expect((await client.auth.getUser()).data.user).not.toBeNull();
  });

  test("changes its metadata, key by key", async () => {
    const { client } = await signedIn();
    await client.auth.updateUser({ data: { colour: "cyan", shape: "round" } });
    const { data } = await client.auth.updateUser({ data: { shape: null } });
    expect(data.user?.user_metadata).toMatchObject({ colour: "cyan" });
    expect(data.user?.user_metadata).not.toHaveProperty("shape");
  });

  test("changes its password, which ends its other sessions and no others", async () => {
    const { client, email, password } = await signedIn();
    const elsewhere = visitorClient(target);
    await elsewhere.auth.signInWithPassword({ email, password });
    const { error } = await client.auth.updateUser({ password: "a different sentence" });
    expect(error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    const again = await elsewhere.auth.signInWithPassword({
      email,
      password: "a different sentence",
    });
    expect(again.error).toBeNull();
  });

  test("cannot take the password that it has", async () => {
    const { client, password } = await signedIn();
    const { error } = await client.auth.updateUser({ password });
    expect(error).toMatchObject({ status: 422, code: "same_password" });
  });

  test.each(["global", "local", "others"] as const)("signs out with scope %s", async (scope) => {
    const { client, email, password } = await signedIn();
    const elsewhere = visitorClient(target);
    await elsewhere.auth.signInWithPassword({ email, password });
    const { data } = await client.auth.getSession();
    const token = data.session?.access_token;
    expect((await client.auth.signOut({ scope })).error).toBeNull();
    const here = await client.auth.getUser(token);
    const there = await elsewhere.auth.getUser();
    expect(here.error === null).toBe(scope === "others");
    expect(there.error === null).toBe(scope === "local");
  });
});

describe("the administrator", () => {
  test("makes an account with exactly the metadata given", async () => {
    const { data, error } = await adminClient(target).auth.admin.createUser({
      email: newEmail(),
      password: goodPassword,
      email_confirm: true,
      user_metadata: { full_name: "Ada" },
      app_metadata: { plan: "free" },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ full_name: "Ada" });
    expect(data.user?.app_metadata).toMatchObject({ plan: "free", provider: "email" });
    expect(data.user?.email_confirmed_at).toBeTruthy();
  });

  test("lists accounts page by page, newest first", async () => {
    const { id } = await newAccount();
    await newAccount();
    const admin = adminClient(target);
    const first = await admin.auth.admin.listUsers({ page: 1, perPage: 1 });
    const second = await admin.auth.admin.listUsers({ page: 2, perPage: 1 });
    if (first.error) throw first.error;
    expect(first.data.users).toHaveLength(1);
    expect(first.data.total).toBeGreaterThan(1);
    expect(first.data.nextPage).toBe(2);
    expect(second.data.users[0]?.id).toBe(id);
  });

  test("changes, bans and deletes an account", async () => {
    const { id, email, password } = await newAccount();
    const { admin } = adminClient(target).auth;
    const changed = await admin.updateUserById(id, {
      app_metadata: { plan: "business" },
      ban_duration: "24h",
    });
    expect(changed.data.user).toMatchObject({ app_metadata: { plan: "business" } });
    const banned = await visitorClient(target).auth.signInWithPassword({ email, password });
    expect(banned.error).toMatchObject({ code: "user_banned" });
    await admin.updateUserById(id, { ban_duration: "none" });
    const freed = await visitorClient(target).auth.signInWithPassword({ email, password });
    expect(freed.error).toBeNull();
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
  });

  test("is told when an address is taken", async () => {
    const { email } = await newAccount();
    const { error } = await adminClient(target).auth.admin.createUser({ email });
    expect(error).toMatchObject({ status: 422, code: "email_exists" });
  });

  test("is nobody without the secret key", async () => {
    const { client } = await signedIn();
    const { error } = await client.auth.admin.listUsers();
    expect(error).toMatchObject({ status: 403, code: "not_admin" });
  });
});

describe("a link that the administrator made", () => {
  const generateLink = async (
    parameters: Parameters<ReturnType<typeof adminClient>["auth"]["admin"]["generateLink"]>[0],
  ) => {
    const { data, error } = await adminClient(target).auth.admin.generateLink(parameters);
    if (error) throw error;
    return data;
  };

  test("signs up, by its token", async () => {
    const email = newEmail();
    const { properties, user } = await generateLink({
      type: "signup",
      email,
      password: goodPassword,
      options: { data: { full_name: "Ada" } },
    });
    expect(user).toMatchObject({ email, user_metadata: { full_name: "Ada" } });
    expect(properties.verification_type).toBe("signup");
    const client = visitorClient(target);
    const { data, error } = await client.auth.verifyOtp({
      type: "signup",
      token_hash: properties.hashed_token,
    });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeTruthy();
  });

  test("recovers an account, by its code, once", async () => {
    const { email } = await newAccount();
    const { properties } = await generateLink({ type: "recovery", email });
    const client = visitorClient(target);
    const code = { type: "recovery", email, token: properties.email_otp } as const;
    expect((await client.auth.verifyOtp(code)).data.session).not.toBeNull();
    const changed = await client.auth.updateUser({ password: "a different sentence" });
    expect(changed.error).toBeNull();
    const again = await visitorClient(target).auth.verifyOtp(code);
    expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("signs in, opened in a browser", async () => {
    const { email } = await newAccount();
    const { properties } = await generateLink({ type: "magiclink", email });
    const link = new URL(properties.action_link);
    const answer = await fetch(`${target.url}/auth/v1/verify${link.search}`, {
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
    const fragment = new URLSearchParams(
      new URL(answer.headers.get("location") ?? "").hash.slice(1),
    );
    expect(fragment.get("type")).toBe("magiclink");
    const client = visitorClient(target);
    const { data } = await client.auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    });
    expect(data.user?.email).toBe(email);
  });

  test("invites, and a link for nobody is refused", async () => {
    const email = newEmail();
    const { user, properties } = await generateLink({ type: "invite", email });
    expect(user.invited_at).toBeTruthy();
    const client = visitorClient(target);
    await client.auth.verifyOtp({ type: "invite", token_hash: properties.hashed_token });
    const { error } = await client.auth.updateUser({ password: goodPassword });
    expect(error).toBeNull();
    await expect(generateLink({ type: "recovery", email: newEmail() })).rejects.toMatchObject({
      status: 404,
      code: "user_not_found",
    });
  });
});

describe("a second factor", () => {
  /** A code that was not used before: on our own server, of a later half minute. */
  function nextCode(secret: string): string {
    service?.wait(30);
    const timestamp = (service?.now() ?? new Date()).getTime();
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  }

  async function withFactor() {
    const account = await signedIn();
    const { mfa } = account.client.auth;
    const enrolled = await mfa.enroll({ factorType: "totp", friendlyName: "Telephone" });
    if (enrolled.error) throw enrolled.error;
    const { id: factorId, totp } = enrolled.data;
    return { ...account, mfa, factorId, totp };
  }

  test("is enrolled with a picture, and lifts the session", async () => {
    const { client, mfa, factorId, totp } = await withFactor();
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const verified = await mfa.challengeAndVerify({ factorId, code: nextCode(totp.secret) });
    expect(verified.error).toBeNull();
    const level = await mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    const { data } = await client.auth.getUser();
    expect(data.user?.factors).toMatchObject([
      { id: factorId, friendly_name: "Telephone", factor_type: "totp", status: "verified" },
    ]);
  });

  test("is asked for at the next sign-in, and before a new password", async () => {
    const { email, password, mfa, factorId, totp } = await withFactor();
    await mfa.challengeAndVerify({ factorId, code: nextCode(totp.secret) });
    const client = visitorClient(target);
    await client.auth.signInWithPassword({ email, password });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    const change = () => client.auth.updateUser({ password: "a different sentence" });
    expect((await change()).error).toMatchObject({ code: "insufficient_aal" });
    const challenge = await client.auth.mfa.challenge({ factorId });
    const wrong = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? "",
      code: "000000",
    });
    expect(wrong.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    const right = await client.auth.mfa.challengeAndVerify({
      factorId,
      code: nextCode(totp.secret),
    });
    expect(right.error).toBeNull();
    expect((await change()).error).toBeNull();
  });

  test("is removed by its owner, and by the administrator", async () => {
    const { id, mfa, factorId, totp } = await withFactor();
    await mfa.challengeAndVerify({ factorId, code: nextCode(totp.secret) });
    expect((await mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    const second = await mfa.enroll({ factorType: "totp" });
    const { admin } = adminClient(target).auth;
    const listed = await admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([{ id: second.data?.id, status: "unverified" }]);
    const removed = await admin.mfa.deleteFactor({ userId: id, id: second.data?.id ?? "" });
    expect(removed.error).toBeNull();
  });
});

describe("a password", () => {
  test.each([
    ["short", ["length"]],
    ["password123", ["pwned"]],
  ])("%j is refused as weak", async (password, reasons) => {
    const { client } = await signedIn();
    const { error } = await client.auth.updateUser({ password });
    expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, reasons });
  });

  test("is not longer than bcrypt reads", async () => {
    const { client } = await signedIn();
    const { error } = await client.auth.updateUser({ password: "long enough ".repeat(7) });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});

describe("a browser whose session lives in cookies", () => {
  test("stays signed in from request to request until it signs out", async () => {
    const { email, password } = await newAccount();
    const browser = new Browser(target);
    await browser.request().auth.signInWithPassword({ email, password });
    expect(browser.cookies.size).toBeGreaterThan(0);
    const { data } = await browser.request().auth.getUser();
    expect(data.user?.email).toBe(email);
    const claims = await browser.request().auth.getClaims();
    expect(claims.data?.claims.email).toBe(email);
    await browser.request().auth.signOut();
    expect(browser.cookies.size).toBe(0);
  });
});
