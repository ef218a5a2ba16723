import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { goodPassword, newAddress, signUp, startTestService } from "@platen/auth/testing/service";
import { withoutClose } from "@platen/postgres/testing/without-close";
import { adminClient, visitorClient } from "./support/auth-clients";
import {
  land,
  newOutsider,
  openOutside,
  type Outside,
  refusalsRecorded,
  userOf,
} from "./support/auth-outside";

// Only against our own server, and an OpenID provider of our own.
let outside: Outside;

beforeAll(async () => {
  outside = await openOutside();
});
afterAll(() => outside.close());
beforeEach(() => {
  outside.provider.state.person = newOutsider();
  outside.provider.state.misbehavior = {};
});

describe("an existing account", () => {
  const google = (email: string) =>
    void (outside.provider.state.person = { ...newOutsider(), email });

  test("is opened when its owner has confirmed the same address", async () => {
    const email = newAddress();
    await visitorClient(outside.target).auth.signUp({ email, password: goodPassword });
    const mail = await outside.service.mailTo(email);
    const { data } = await visitorClient(outside.target).auth.verifyOtp({
      type: "signup",
      token_hash: new URL(mail.link ?? "").searchParams.get("token_hash") ?? "",
    });
    google(email.toUpperCase());
    const user = await userOf(outside.target, (await land(outside.service)).access_token);
    expect(user.id).toBe(data.user?.id);
    expect(user.app_metadata).toEqual({ provider: "email", providers: ["email", "google"] });
    expect(user.identities?.map((identity) => identity.provider)).toEqual(["email", "google"]);
    // And both sign-in methods lead to it.
    const signedIn = await visitorClient(outside.target).auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(signedIn.data.user?.id).toBe(user.id);
  });

  test("belongs to the provider's user when its address is unconfirmed, without what a stranger entered", async () => {
    const email = newAddress();
    const stranger = await visitorClient(outside.target).auth.signUp({
      email,
      password: goodPassword,
      options: { data: { full_name: "A stranger", color: "red" } },
    });
    expect(stranger.error).toBeNull();
    await outside.service.database.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), $1, 'A stranger''s', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
      [stranger.data.user?.id],
    );
    const mail = await outside.service.mailTo(email);
    google(email);
    const user = await userOf(outside.target, (await land(outside.service)).access_token);
    expect(user).not.toHaveProperty("factors");
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: "google", providers: ["google"] },
      user_metadata: { full_name: "Ada Example", email_verified: true },
    });
    expect(user.user_metadata).not.toHaveProperty("color");
    expect(user.identities?.map(({ provider }) => provider)).toEqual(["google"]);
    const { auth } = visitorClient(outside.target);
    const password = await auth.signInWithPassword({ email, password: goodPassword });
    expect(password.error?.code).toBe("invalid_credentials");
    const tokenHash = new URL(mail.link ?? "").searchParams.get("token_hash") ?? "";
    const link = await auth.verifyOtp({ type: "signup", token_hash: tokenHash });
    expect(link.error?.code).toBe("otp_expired");
  });

  test("is not opened when its sign-up confirmed itself, until its owner has opened a mail", async () => {
    const open = await startTestService({
      database: withoutClose(outside.service.database),
    });
    const { email } = await signUp(open);
    await open.close();
    google(email);
    expect(await land(outside.service)).toMatchObject({ error_code: "email_exists" });

    await visitorClient(outside.target).auth.resetPasswordForEmail(email);
    const mail = await outside.service.mailTo(email);
    const tokenHash = new URL(mail.link ?? "").searchParams.get("token_hash") ?? "";
    await visitorClient(outside.target).auth.verifyOtp({ type: "recovery", token_hash: tokenHash });
    expect((await userOf(outside.target, (await land(outside.service)).access_token)).email).toBe(
      email,
    );
  });

  test("is opened when an administrator has confirmed its address, at once or later", async () => {
    const { admin } = adminClient(outside.target).auth;
    const emails = [newAddress(), newAddress()];
    const [atOnce, later] = await Promise.all(
      emails.map((email, n) => admin.createUser({ email, email_confirm: n === 0 })),
    );
    await admin.updateUserById(later?.data.user?.id ?? "", { email_confirm: true });
    for (const [n, email] of emails.entries()) {
      google(email);
      const user = await userOf(outside.target, (await land(outside.service)).access_token);
      expect(user.id).toBe([atOnce, later][n]?.data.user?.id);
    }
  });

  test("is opened when it was imported from a service that did not record who confirmed it", async () => {
    const email = newAddress();
    const { admin } = adminClient(outside.target).auth;
    const { data } = await admin.createUser({ email, email_confirm: true });
    await outside.service.database.query(
      "update auth.identities set identity_data = identity_data - 'email_verified' where user_id = $1",
      [data.user?.id],
    );
    google(email);
    const user = await userOf(outside.target, (await land(outside.service)).access_token);
    expect(user.id).toBe(data.user?.id);
  });

  test("is not opened when it was imported as never confirmed by email, until an administrator confirms it", async () => {
    const email = newAddress();
    const { admin } = adminClient(outside.target).auth;
    const { data } = await admin.createUser({ email, email_confirm: true });
    const id = data.user?.id ?? "";
    // As the hosted service writes it, both for an administrator's accounts and for automatically
    // confirmed ones.
    await outside.service.database.query(
      `update auth.identities set identity_data = identity_data || '{"email_verified": false}' where user_id = $1`,
      [id],
    );
    google(email);
    expect(await land(outside.service)).toMatchObject({ error_code: "email_exists" });
    await admin.updateUserById(id, { email_confirm: true });
    const user = await userOf(outside.target, (await land(outside.service)).access_token);
    expect(user.id).toBe(id);
  });

  test("is not opened while it is banned", async () => {
    const { id } = await userOf(outside.target, (await land(outside.service)).access_token);
    await adminClient(outside.target).auth.admin.updateUserById(id, { ban_duration: "24h" });
    expect(await land(outside.service)).toMatchObject({
      error: "access_denied",
      error_code: "user_banned",
    });
    await refusalsRecorded(outside.service, "actor_id", id, [
      { reason: "user_banned", provider: "google" },
    ]);
  });
});
