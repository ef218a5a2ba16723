import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { removeExpired } from "./housekeeping";
import {
  call,
  goodPassword,
  secretKey,
  signUp,
  startTestService,
  type TestService,
} from "./test-service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Runs a statement as the site does for a visitor: with a role and claims that last for the transaction. */
async function as<Row extends object>(role: string, claims: object, statement: string) {
  return service.database.transaction(async (db) => {
    await db.query(
      "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      [role, JSON.stringify(claims)],
    );
    return db.query<Row>(statement);
  });
}

const tables = [
  ...["users", "identities", "sessions", "mfa_factors", "mfa_challenges", "mfa_amr_claims"],
  ...["mfa_totp_steps", "one_time_tokens", "flow_state", "audit_log_entries"],
  ...["oauth_client_states", "mail_queue"],
];

test("a second start on the same database keeps what is there", async () => {
  const { email } = await signUp(service);
  const second = await startTestService({
    database: { ...service.database, close: async () => {} },
  });
  onTestFinished(() => second.close());
  const signedIn = await call(second.auth, "POST", "token?grant_type=password", {
    body: { email, password: goodPassword },
  });
  expect(signedIn.status).toBe(200);
});

describe.each(["anon", "authenticated", "service_role"])("the role %s", (role) => {
  test("reads its own claims", async () => {
    const sub = "3b241101-e2bb-4255-8caf-4136c566a962";
    const claims = { sub, role, email: "ada@mail.example", app_metadata: { plan: "free" } };
    const rows = await as(
      role,
      claims,
      "select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt",
    );
    expect(rows).toEqual([{ uid: sub, role, email: "ada@mail.example", jwt: claims }]);
  });

  test.each(tables)("cannot read auth.%s, nor write it", async (table) => {
    for (const statement of [`select * from auth.${table}`, `delete from auth.${table}`]) {
      await expect(as(role, {}, statement)).rejects.toMatchObject({ code: "42501" });
    }
  });
});

test("without claims there is nobody", async () => {
  const [row] = await service.database.query("select auth.uid() as uid, auth.role() as role");
  expect(row).toEqual({ uid: null, role: null });
});

test("the columns are the hosted schema's, so that accounts move there as rows", async () => {
  const columns = await service.database.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(column_name, ' ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'auth' group by table_name`,
  );
  expect(Object.fromEntries(columns.map(({ name, columns: list }) => [name, list]))).toMatchObject({
    users:
      "instance_id id aud role email encrypted_password email_confirmed_at invited_at confirmation_token confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at updated_at phone phone_confirmed_at phone_change phone_change_token phone_change_sent_at confirmed_at email_change_token_current email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at is_sso_user deleted_at is_anonymous",
    identities:
      "provider_id user_id identity_data provider last_sign_in_at created_at updated_at email id",
    sessions:
      "id user_id created_at updated_at factor_id aal not_after refreshed_at user_agent ip tag oauth_client_id refresh_token_hmac_key refresh_token_counter scopes",
    mfa_factors:
      "id user_id friendly_name factor_type status created_at updated_at secret phone last_challenged_at web_authn_credential web_authn_aaguid last_webauthn_challenge_data",
    mfa_challenges:
      "id factor_id created_at verified_at ip_address otp_code web_authn_session_data",
    mfa_amr_claims: "session_id created_at updated_at authentication_method id",
    one_time_tokens: "id user_id token_type token_hash relates_to created_at updated_at",
    flow_state:
      "id user_id auth_code code_challenge_method code_challenge provider_type provider_access_token provider_refresh_token created_at updated_at authentication_method auth_code_issued_at invite_token referrer oauth_client_state_id linking_target_id email_optional",
    audit_log_entries: "instance_id id payload created_at ip_address",
  });
});

test("what happens to an account is in the audit log, with address and actor", async () => {
  const { email, accessToken } = await signUp(service);
  const { id } = (await call(service.auth, "GET", "user", { token: accessToken })).body;
  await call(service.auth, "POST", "logout", { token: accessToken, visitor: "203.0.113.9" });
  await call(service.auth, "DELETE", `admin/users/${String(id)}`, {
    key: secretKey,
    token: secretKey,
  });
  const rows = await service.database.query<{ payload: unknown; ip_address: string }>(
    `select payload, ip_address from auth.audit_log_entries
     where payload ->> 'actor_id' = $1::uuid::text or payload -> 'traits' ->> 'user_id' = $1::uuid::text
     order by created_at`,
    [id],
  );
  expect(rows).toMatchObject([
    { payload: { action: "user_signedup", log_type: "team", actor_username: email } },
    { payload: { action: "login", log_type: "account" } },
    { payload: { action: "logout" }, ip_address: "203.0.113.9" },
    { payload: { action: "user_deleted", actor_username: "service_role" } },
  ]);
});

test("a soft deletion leaves the id and nothing that says whose it was; the address is free again", async () => {
  const { email, accessToken, refreshToken } = await signUp(service);
  const { id } = (await call(service.auth, "GET", "user", { token: accessToken })).body;
  const admin = { key: secretKey, token: secretKey };
  const remove = () =>
    call(service.auth, "DELETE", `admin/users/${String(id)}`, {
      ...admin,
      body: { should_soft_delete: true },
    });
  expect((await remove()).body).toEqual({});
  expect((await remove()).body).toEqual({});
  const [row] = await service.database.query<{ user: string; identity: string }>(
    `select to_json(u)::text as user, to_json(i)::text as identity
     from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1`,
    [id],
  );
  expect(row?.user).toContain(String(id));
  expect(`${row?.user}${row?.identity}`).not.toContain(email);
  const refreshed = await call(service.auth, "POST", "token?grant_type=refresh_token", {
    body: { refresh_token: refreshToken },
  });
  expect(refreshed.status).toBe(400);
  expect((await signUp(service, email)).accessToken).toBeTruthy();
});

test("a deletion that two ask for at once is entered once", async () => {
  const { accessToken } = await signUp(service);
  const { id } = (await call(service.auth, "GET", "user", { token: accessToken })).body;
  const remove = () =>
    call(service.auth, "DELETE", `admin/users/${String(id)}`, {
      key: secretKey,
      token: secretKey,
      body: {},
    });
  const answers = await Promise.all([remove(), remove()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const entries = await service.database.query(
    "select from auth.audit_log_entries where payload ->> 'action' = 'user_deleted' and payload -> 'traits' ->> 'user_id' = $1",
    [id],
  );
  expect(entries).toHaveLength(1);
});

test("what a trigger of the database refuses in words is a refusal, and changes nothing", async () => {
  const { accessToken } = await signUp(service);
  const { id } = (await call(service.auth, "GET", "user", { token: accessToken })).body;
  const path = `admin/users/${String(id)}`;
  const admin = { key: secretKey, token: secretKey };
  await service.database.execute(`
    create function public.refuse() returns trigger language plpgsql as $$
      begin raise exception 'This one stays.'; end $$;
    create trigger refuse before update or delete on auth.users for each row execute function public.refuse()`);
  onTestFinished(() => service.database.execute("drop function public.refuse() cascade"));
  for (const [method, body] of [
    ["PUT", { ban_duration: "24h" }],
    ["DELETE", {}],
    ["DELETE", { should_soft_delete: true }],
  ] as const) {
    const { status, body: refusal } = await call(service.auth, method, path, { ...admin, body });
    expect(status).toBe(422);
    expect(refusal).toEqual({ code: "validation_failed", message: "This one stays." });
  }
  expect((await call(service.auth, "GET", path, admin)).body).toMatchObject({ id });
});

test("what has expired is removed, and nothing else", async () => {
  const { accessToken } = await signUp(service);
  await call(service.auth, "POST", "factors", {
    token: accessToken,
    body: { factor_type: "totp" },
  });
  const { database, now } = service;
  const options = { sessions: { lifetimeSeconds: 3600 } };
  const count = async () =>
    (
      await database.query(
        `select (select count(*)::int from auth.mfa_factors) as factors,
           (select count(*)::int from auth.sessions) as sessions, (select count(*)::int from auth.users) as users`,
      )
    )[0];
  const before = await count();
  await removeExpired({ database, options, now });
  expect(await count()).toEqual(before);
  service.wait(2 * 24 * 3600);
  await removeExpired({ database, options, now });
  expect(await count()).toEqual({ ...before, factors: 0, sessions: 0 });
});

test("entries of the log that are older than a year go within the hour, and refreshes after a month", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { database } = service;
  const second = await startTestService({ database: { ...database, close: async () => {} } });
  onTestFinished(() => second.close());
  await database.query("delete from auth.audit_log_entries");
  const days = (ago: number) => new Date(second.now().getTime() - ago * 24 * 3600 * 1000);
  const enter = (action: string, ago: number, times = 1) =>
    database.query(
      `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
       select null, gen_random_uuid(), json_build_object('action', $1::text), $2, ''
       from generate_series(1, $3::int)`,
      [action, days(ago), times],
    );
  await enter("login", 366, 2_500);
  await enter("login", 364);
  await enter("token_refreshed", 31);
  await enter("token_refreshed", 29);
  const kept = () =>
    database.query<{ action: string; days: number }>(
      `select payload ->> 'action' as action, extract(day from now() - created_at)::int as days
       from auth.audit_log_entries order by created_at`,
    );
  vi.advanceTimersByTime(3_600_000);
  await expect.poll(kept).toEqual([
    { action: "login", days: 364 },
    { action: "token_refreshed", days: 29 },
  ]);
  second.wait(2 * 24 * 3600);
  vi.advanceTimersByTime(3_600_000);
  await expect.poll(kept).toEqual([]);
});
