import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  goodPassword,
  newAddress,
  publishableKey,
  secretKey,
  startTestService,
  type TestService,
} from "@platen/auth/testing/service";
import {
  adminClient,
  Browser,
  pkceClient,
  type Target,
  visitorClient,
} from "./support/auth-clients";

// Only against our own server: these tests read the mails.
let service: TestService;
let target: Target;

beforeAll(async () => {
  service = await startTestService({ autoconfirm: false });
  target = { url: service.url, publishableKey, secretKey };
});
afterAll(() => service.close());

const site = "http://localhost:3000";

/** The token of a mailed link. */
async function tokenTo(email: string, seen = 0): Promise<string> {
  const mail = await service.mailTo(email, seen);
  return new URL(mail.link ?? "").searchParams.get("token_hash") ?? "";
}

async function newAccount() {
  const email = newAddress();
  await adminClient(target).auth.admin.createUser({
    email,
    password: goodPassword,
    email_confirm: true,
  });
  return email;
}

describe("signing up", () => {
  test("returns a user and no session until the address is confirmed, on any device", async () => {
    const email = newAddress();
    const client = visitorClient(target);
    const { data, error } = await client.auth.signUp({ email, password: goodPassword });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.identities).toHaveLength(1);
    const refused = await client.auth.signInWithPassword({ email, password: goodPassword });
    expect(refused.error).toMatchObject({ code: "invalid_credentials" });

    const elsewhere = visitorClient(target);
    const verified = await elsewhere.auth.verifyOtp({
      type: "signup",
      token_hash: await tokenTo(email),
    });
    expect(verified.data.session).not.toBeNull();
  });

  test("with a taken address returns a user without identities", async () => {
    const email = await newAccount();
    const { data, error } = await visitorClient(target).auth.signUp({
      email,
      password: goodPassword,
    });
    expect(error).toBeNull();
    expect(data.user?.identities).toEqual([]);
  });

  test("can have its mail sent again a minute later", async () => {
    const email = newAddress();
    const { auth } = visitorClient(target);
    await auth.signUp({ email, password: goodPassword });
    const early = await auth.resend({ type: "signup", email });
    expect(early.error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    service.wait(61);
    expect((await auth.resend({ type: "signup", email })).error).toBeNull();
    const verified = await auth.verifyOtp({ type: "signup", token_hash: await tokenTo(email, 1) });
    expect(verified.error).toBeNull();
  });
});

describe("with PKCE", () => {
  test("an opened link returns a code that only the requesting browser can exchange", async () => {
    const email = await newAccount();
    const client = pkceClient(target);
    const asked = await client.auth.signInWithOtp({
      email,
      options: { emailRedirectTo: `${site}/welcome` },
    });
    expect(asked.error).toBeNull();
    const token = await tokenTo(email);
    expect(token).toMatch(/^pkce_[0-9a-f]{56}$/);
    const open = () =>
      fetch(
        `${target.url}/auth/v1/verify?${new URLSearchParams({ token, type: "magiclink", redirect_to: `${site}/welcome` })}`,
        { redirect: "manual" },
      );
    const location = new URL((await open()).headers.get("location") ?? "");
    expect(location.origin + location.pathname).toBe(`${site}/welcome`);
    const code = location.searchParams.get("code") ?? "";

    const stranger = await fetch(`${target.url}/auth/v1/token?grant_type=pkce`, {
      method: "POST",
      headers: { apikey: publishableKey, "X-Supabase-Api-Version": "2024-01-01" },
      body: JSON.stringify({ auth_code: code, code_verifier: "x".repeat(56) }),
    });
    expect(await stranger.json()).toMatchObject({ code: "bad_code_verifier" });

    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = new URL((await open()).headers.get("location") ?? "");
    expect(again.searchParams.get("error_code")).toBe("otp_expired");
  });

  test("a code is valid for five minutes", async () => {
    const email = await newAccount();
    const client = pkceClient(target);
    await client.auth.resetPasswordForEmail(email);
    const query = new URLSearchParams({ token: await tokenTo(email), type: "recovery" });
    service.wait(600);
    const opened = await fetch(`${target.url}/auth/v1/verify?${query}`, { redirect: "manual" });
    const code = new URL(opened.headers.get("location") ?? "").searchParams.get("code") ?? "";
    service.wait(301);
    const { error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 422, code: "flow_state_expired" });
  });
});

describe("a browser with its session in cookies", () => {
  test("recovers its account on the confirmation page, on any device", async () => {
    const email = await newAccount();
    const asking = new Browser(target);
    const asked = await asking.request().auth.resetPasswordForEmail(email, {
      redirectTo: `${site}/reset-password`,
    });
    expect(asked.error).toBeNull();
    const mail = await service.mailTo(email);
    expect(mail.link).toContain(`${site}/auth/confirm?token_hash=pkce_`);
    expect(mail.link).toContain("&type=recovery&next=%2Freset-password");

    const telephone = new Browser(target);
    const verified = await telephone.request().auth.verifyOtp({
      type: "recovery",
      token_hash: await tokenTo(email),
    });
    expect(verified.error).toBeNull();
    const changed = await telephone.request().auth.updateUser({ password: "a different sentence" });
    expect(changed.error).toBeNull();
    const signedIn = await visitorClient(target).auth.signInWithPassword({
      email,
      password: "a different sentence",
    });
    expect(signedIn.error).toBeNull();
  });

  test("changes to another address after both have confirmed it", async () => {
    const email = await newAccount();
    const newEmail = newAddress();
    const browser = new Browser(target);
    await browser.request().auth.signInWithPassword({ email, password: goodPassword });
    const asked = await browser.request().auth.updateUser({ email: newEmail });
    expect(asked.data.user?.new_email).toBe(newEmail);
    const first = await browser.request().auth.verifyOtp({
      type: "email_change",
      token_hash: await tokenTo(email),
    });
    expect([first.error, first.data.session]).toEqual([null, null]);
    const second = await browser.request().auth.verifyOtp({
      type: "email_change",
      token_hash: await tokenTo(newEmail),
    });
    expect(second.data.user?.email).toBe(newEmail);
    expect((await browser.request().auth.getUser()).data.user?.email).toBe(newEmail);
  });

  test("reauthenticates with a mailed code before it sets a new password", async () => {
    const email = await newAccount();
    const browser = new Browser(target);
    await browser.request().auth.signInWithPassword({ email, password: goodPassword });
    expect((await browser.request().auth.reauthenticate()).error).toBeNull();
    const nonce = /\b\d{6}\b/.exec((await service.mailTo(email)).text)?.[0];
    const changed = await browser.request().auth.updateUser({
      password: "a different sentence",
      nonce,
    });
    expect(changed.error).toBeNull();
  });

  test("refreshes an expired session during a request", async () => {
    const email = await newAccount();
    const browser = new Browser(target);
    await browser.request().auth.signInWithPassword({ email, password: goodPassword });
    const before = JSON.stringify([...browser.cookies]);
    expect((await browser.request().auth.refreshSession()).error).toBeNull();
    expect(JSON.stringify([...browser.cookies])).not.toBe(before);
    expect((await browser.request().auth.getUser()).data.user?.email).toBe(email);
  });
});

test("accepts an invitation by choosing a password", async () => {
  const email = newAddress();
  const invited = await adminClient(target).auth.admin.inviteUserByEmail(email, {
    data: { full_name: "Ada" },
    redirectTo: `${site}/welcome`,
  });
  expect(invited.data.user).toMatchObject({ email, user_metadata: { full_name: "Ada" } });
  const { auth } = visitorClient(target);
  await auth.verifyOtp({ type: "invite", token_hash: await tokenTo(email) });
  expect((await auth.updateUser({ password: goodPassword })).error).toBeNull();
});
