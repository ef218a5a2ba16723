import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  secretKey,
  signUp,
  startTestService,
  type TestService,
} from "../testing/service";

/* Refusals are recorded, too: whose account it was about, why, and from where. */

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ sessions: { lifetimeSeconds: 3600 } });
});
afterAll(() => service.close());

const admin = { key: secretKey, token: secretKey };

const signIn = (email: string, password: string, visitor = newVisitor()) =>
  call(service.auth, "POST", "token?grant_type=password", { body: { email, password }, visitor });

const refresh = (token: string, visitor = newVisitor()) =>
  call(service.auth, "POST", "token?grant_type=refresh_token", {
    body: { refresh_token: token },
    visitor,
  });

/** The entries of that action about a user, with their reasons. */
const entries = (email: string, action: string) =>
  service.database.query<{ reason: string | null; ipAddress: string }>(
    `select payload -> 'traits' ->> 'reason' as reason, ip_address as "ipAddress"
     from auth.audit_log_entries where payload ->> 'actor_username' = $1 and payload ->> 'action' = $2`,
    [email, action],
  );

/** Entries that are written after the response. */
const expectEntries = (email: string, action: string, expected: object[]) =>
  eventually(async () => expect(await entries(email, action)).toMatchObject(expected));

test("a wrong password, and a correct one that may not sign in, are recorded", async () => {
  const { email } = await signUp(service);
  const visitor = newVisitor();
  await signIn(email, "wrong password", visitor);
  const wrong = { reason: "invalid_credentials", ipAddress: visitor };
  await expectEntries(email, "login_failed", [wrong]);
  await service.database.query("update auth.users set email_confirmed_at = null where email = $1", [
    email,
  ]);
  await signIn(email, goodPassword);
  await expectEntries(email, "login_failed", [wrong, { reason: "email_not_confirmed" }]);
  await service.database.query(
    "update auth.users set banned_until = now() + interval '1 hour' where email = $1",
    [email],
  );
  await signIn(email, goodPassword);
  const refused = [wrong, { reason: "email_not_confirmed" }, { reason: "user_banned" }];
  await expectEntries(email, "login_failed", refused);
});

test("a wrong current password is recorded", async () => {
  const { email, accessToken: token } = await signUp(service);
  const body = { password: "a different sentence", current_password: "wrong password" };
  expect((await call(service.auth, "PUT", "user", { token, body })).status).toBe(400);
  await expectEntries(email, "login_failed", [{ reason: "current_password_invalid" }]);
});

test("wrong codes are recorded: of a mail, of an authenticator, and for a new password", async () => {
  const { email, accessToken: token } = await signUp(service);
  const mailed = { type: "recovery", email, token: "000000" };
  expect((await call(service.auth, "POST", "verify", { body: mailed })).status).toBe(403);
  await expectEntries(email, "login_failed", [{ reason: "otp_expired" }]);

  const enrolled = await call(service.auth, "POST", "factors", {
    token,
    body: { factor_type: "totp" },
  });
  const visitor = newVisitor();
  const factor = `factors/${String(enrolled.body.id)}`;
  const challenge = await call(service.auth, "POST", `${factor}/challenge`, { token, visitor });
  const verify = (code: string) =>
    call(service.auth, "POST", `${factor}/verify`, {
      token,
      visitor,
      body: { challenge_id: challenge.body.id, code },
    });
  expect((await verify("abcdef")).status).toBe(422);
  expect(await entries(email, "verification_failed")).toMatchObject([
    { reason: "mfa_verification_failed", ipAddress: visitor },
  ]);

  const nonce = { password: "a different sentence", nonce: "abc" };
  expect((await call(service.auth, "PUT", "user", { token, body: nonce })).status).toBe(422);
  await expectEntries(email, "user_reauthenticate_failed", [
    { reason: "reauthentication_not_valid" },
  ]);
});

test("refreshes of a banned account and of an expired session are recorded", async () => {
  const banned = await signUp(service);
  await service.database.query(
    "update auth.users set banned_until = now() + interval '1 hour' where email = $1",
    [banned.email],
  );
  expect((await refresh(banned.refreshToken)).body.code).toBe("user_banned");
  expect(await entries(banned.email, "token_refused")).toMatchObject([{ reason: "user_banned" }]);

  const late = await signUp(service);
  service.wait(3601);
  expect((await refresh(late.refreshToken)).body.code).toBe("session_expired");
  expect(await entries(late.email, "token_refused")).toMatchObject([{ reason: "session_expired" }]);
});

test("an authenticator that was removed for its owner is in the owner's log", async () => {
  const { email, accessToken: token } = await signUp(service);
  const enrolled = await call(service.auth, "POST", "factors", {
    token,
    body: { factor_type: "totp" },
  });
  const { body: user } = await call(service.auth, "GET", "user", { token });
  const factor = `admin/users/${String(user.id)}/factors/${String(enrolled.body.id)}`;
  expect((await call(service.auth, "DELETE", factor, admin)).status).toBe(200);
  expect(await entries(email, "factor_deleted")).toHaveLength(1);
});

test("an unknown link or code is recorded with its IP address", async () => {
  const refused = (visitor: string) =>
    service.database.query(
      `select payload ->> 'actor_username' as name, payload -> 'traits' as traits
       from auth.audit_log_entries where ip_address = $1`,
      [visitor],
    );
  const opened = newVisitor();
  await call(service.auth, "GET", "verify?type=recovery&token=made-up", { visitor: opened });
  const traits = { reason: "otp_expired", type: "recovery" };
  await eventually(async () => expect(await refused(opened)).toEqual([{ name: "", traits }]));

  const handed = newVisitor();
  const body = { type: "recovery", token_hash: "made-up" };
  await call(service.auth, "POST", "verify", { body, visitor: handed });
  await eventually(async () => expect(await refused(handed)).toEqual([{ name: "", traits }]));

  const exchanged = newVisitor();
  await call(service.auth, "POST", "token?grant_type=pkce", {
    body: { auth_code: "made-up", code_verifier: "x".repeat(43) },
    visitor: exchanged,
  });
  await eventually(async () =>
    expect(await refused(exchanged)).toEqual([
      { name: "", traits: { reason: "flow_state_not_found" } },
    ]),
  );
});

test("unknown addresses leave no entries, and one account's refusals do not fill the log", async () => {
  const email = newAddress();
  const body = { email, password: goodPassword, email_confirm: true };
  await call(service.auth, "POST", "admin/users", { ...admin, body });
  const unknown = newAddress();
  await signIn(unknown, "wrong password");
  for (let round = 0; round < 4; round++) {
    const visitor = newVisitor();
    await Promise.all(Array.from({ length: 10 }, () => signIn(email, "wrong password", visitor)));
  }
  const reasons = Array.from({ length: 30 }, () => ({ reason: "invalid_credentials" }));
  await expectEntries(email, "login_failed", reasons);
  expect(await entries(unknown, "login_failed")).toEqual([]);
});

test("refreshes of a session are recorded twice at once from a network, then every half hour", async () => {
  const { email, refreshToken } = await signUp(service);
  const recorded = async () => (await entries(email, "token_refreshed")).length;
  const visitor = newVisitor();
  for (let count = 0; count < 5; count++)
    expect((await refresh(refreshToken, visitor)).status).toBe(200);
  expect(await recorded()).toBe(2);
  // Elsewhere it may be a thief.
  expect((await refresh(refreshToken)).status).toBe(200);
  expect(await recorded()).toBe(3);
  service.wait(1800);
  expect((await refresh(refreshToken, visitor)).status).toBe(200);
  expect(await recorded()).toBe(4);
});
