import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodPassword } from "@platen/auth/testing/service";
import { adminClient, Browser, visitorClient } from "./support/auth-clients";
import { type Contract, openContract } from "./support/auth-contract";

let contract: Contract;

beforeAll(async () => {
  contract = await openContract();
});
afterAll(() => contract.close());

describe("an account", () => {
  test("can sign in with its password and read itself", async () => {
    const { client, email, session } = await contract.signedIn();
    expect(session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email, aud: "authenticated", role: "authenticated" });
  });

  test("has claims that verify with the published keys", async () => {
    const { client, email, id } = await contract.signedIn();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({ sub: id, email, aal: "aal1", role: "authenticated" });
    expect(data?.header.alg).toBe("ES256");
  });

  test("gets the same error for a wrong password as for an unknown account", async () => {
    const { email } = await contract.newAccount();
    const client = visitorClient(contract.target);
    const wrong = await client.auth.signInWithPassword({ email, password: "not the password" });
    const unknown = await client.auth.signInWithPassword({
      email: contract.newEmail(),
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

  test("can refresh its session", async () => {
    const { client, session } = await contract.signedIn();
    const first = await client.auth.refreshSession();
    expect(first.data.session?.refresh_token).not.toBe(session?.refresh_token);
    expect((await client.auth.getUser()).data.user).not.toBeNull();
  });

  test("can change its metadata key by key", async () => {
    const { client } = await contract.signedIn();
    await client.auth.updateUser({ data: { color: "cyan", shape: "round" } });
    const { data } = await client.auth.updateUser({ data: { shape: null } });
    expect(data.user?.user_metadata).toMatchObject({ color: "cyan" });
    expect(data.user?.user_metadata).not.toHaveProperty("shape");
  });

  test("can change its password, which ends its other sessions only", async () => {
    const { client, email, password } = await contract.signedIn();
    const elsewhere = visitorClient(contract.target);
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

  test("cannot set its present password again", async () => {
    const { client, password } = await contract.signedIn();
    const { error } = await client.auth.updateUser({ password });
    expect(error).toMatchObject({ status: 422, code: "same_password" });
  });

  test.each(["global", "local", "others"] as const)("can sign out with scope %s", async (scope) => {
    const { client, email, password } = await contract.signedIn();
    const elsewhere = visitorClient(contract.target);
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
  test("can create an account with exactly the given metadata", async () => {
    const { data, error } = await adminClient(contract.target).auth.admin.createUser({
      email: contract.newEmail(),
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

  test("can list accounts page by page, newest first", async () => {
    const { id } = await contract.newAccount();
    await contract.newAccount();
    const admin = adminClient(contract.target);
    const first = await admin.auth.admin.listUsers({ page: 1, perPage: 1 });
    const second = await admin.auth.admin.listUsers({ page: 2, perPage: 1 });
    if (first.error) throw first.error;
    expect(first.data.users).toHaveLength(1);
    expect(first.data.total).toBeGreaterThan(1);
    expect(first.data.nextPage).toBe(2);
    expect(second.data.users[0]?.id).toBe(id);
  });

  test("can change, ban and delete an account", async () => {
    const { id, email, password } = await contract.newAccount();
    const { admin } = adminClient(contract.target).auth;
    const changed = await admin.updateUserById(id, {
      app_metadata: { plan: "business" },
      ban_duration: "24h",
    });
    expect(changed.data.user).toMatchObject({ app_metadata: { plan: "business" } });
    const banned = await visitorClient(contract.target).auth.signInWithPassword({
      email,
      password,
    });
    expect(banned.error).toMatchObject({ code: "user_banned" });
    await admin.updateUserById(id, { ban_duration: "none" });
    const freed = await visitorClient(contract.target).auth.signInWithPassword({ email, password });
    expect(freed.error).toBeNull();
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
  });

  test("gets an error when an address is taken", async () => {
    const { email } = await contract.newAccount();
    const { error } = await adminClient(contract.target).auth.admin.createUser({ email });
    expect(error).toMatchObject({ status: 422, code: "email_exists" });
  });

  test("is a visitor without the secret key", async () => {
    const { client } = await contract.signedIn();
    const { error } = await client.auth.admin.listUsers();
    expect(error).toMatchObject({ status: 403, code: "not_admin" });
  });
});

describe("a link generated by the administrator", () => {
  const generateLink = async (
    parameters: Parameters<ReturnType<typeof adminClient>["auth"]["admin"]["generateLink"]>[0],
  ) => {
    const { data, error } = await adminClient(contract.target).auth.admin.generateLink(parameters);
    if (error) throw error;
    return data;
  };

  test("signs up, by its token", async () => {
    const email = contract.newEmail();
    const { properties, user } = await generateLink({
      type: "signup",
      email,
      password: goodPassword,
      options: { data: { full_name: "Ada" } },
    });
    expect(user).toMatchObject({ email, user_metadata: { full_name: "Ada" } });
    expect(properties.verification_type).toBe("signup");
    const client = visitorClient(contract.target);
    const { data, error } = await client.auth.verifyOtp({
      type: "signup",
      token_hash: properties.hashed_token,
    });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeTruthy();
  });

  test("recovers an account, by its code, once", async () => {
    const { email } = await contract.newAccount();
    const { properties } = await generateLink({ type: "recovery", email });
    const client = visitorClient(contract.target);
    const code = { type: "recovery", email, token: properties.email_otp } as const;
    expect((await client.auth.verifyOtp(code)).data.session).not.toBeNull();
    const changed = await client.auth.updateUser({ password: "a different sentence" });
    expect(changed.error).toBeNull();
    const again = await visitorClient(contract.target).auth.verifyOtp(code);
    expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("signs in when opened in a browser", async () => {
    const { email } = await contract.newAccount();
    const { properties } = await generateLink({ type: "magiclink", email });
    const link = new URL(properties.action_link);
    const response = await fetch(`${contract.target.url}/auth/v1/verify${link.search}`, {
      redirect: "manual",
    });
    expect(response.status).toBe(303);
    const fragment = new URLSearchParams(
      new URL(response.headers.get("location") ?? "").hash.slice(1),
    );
    expect(fragment.get("type")).toBe("magiclink");
    const client = visitorClient(contract.target);
    const { data } = await client.auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    });
    expect(data.user?.email).toBe(email);
  });

  test("invites, and a link for an unknown user is refused", async () => {
    const email = contract.newEmail();
    const { user, properties } = await generateLink({ type: "invite", email });
    expect(user.invited_at).toBeTruthy();
    const client = visitorClient(contract.target);
    await client.auth.verifyOtp({ type: "invite", token_hash: properties.hashed_token });
    const { error } = await client.auth.updateUser({ password: goodPassword });
    expect(error).toBeNull();
    await expect(
      generateLink({ type: "recovery", email: contract.newEmail() }),
    ).rejects.toMatchObject({
      status: 404,
      code: "user_not_found",
    });
  });
});

describe("a password", () => {
  test.each([
    ["short", ["length"]],
    ["password123", ["pwned"]],
  ])("%j is refused as weak", async (password, reasons) => {
    const { client } = await contract.signedIn();
    const { error } = await client.auth.updateUser({ password });
    expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, reasons });
  });

  test("cannot be longer than bcrypt reads", async () => {
    const { client } = await contract.signedIn();
    const { error } = await client.auth.updateUser({ password: "long enough ".repeat(7) });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});

describe("a browser with its session in cookies", () => {
  test("stays signed in from request to request until it signs out", async () => {
    const { email, password } = await contract.newAccount();
    const browser = new Browser(contract.target);
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
