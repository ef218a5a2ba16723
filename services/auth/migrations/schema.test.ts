import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { withoutClose } from "@platen/postgres/testing/without-close";
import { administrator } from "../audit/audit";
import { removeExpired } from "../housekeeping";
import { defaultSettings } from "../settings";
import {
  call,
  goodPassword,
  secretKey,
  signUp,
  startTestService,
  type TestService,
} from "../testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/**
 * Runs a statement as the site does for a visitor: with a role and claims that last for the
 * transaction.
 */
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
  ...["oauth_client_states", "oauth_sign_in_times", "mail_queue", "pending_sign_ups"],
];

test("a second start on the same database changes nothing", async () => {
  const { email } = await signUp(service);
  const second = await startTestService({
    database: withoutClose(service.database),
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

  test.each(tables)("can neither read nor write auth.%s", async (table) => {
    for (const statement of [`select * from auth.${table}`, `delete from auth.${table}`]) {
      await expect(as(role, {}, statement)).rejects.toMatchObject({ code: "42501" });
    }
  });
});

test("without claims there is no user", async () => {
  const [row] = await service.database.query("select auth.uid() as uid, auth.role() as role");
  expect(row).toEqual({ uid: null, role: null });
});

test("columns and their types are those of the hosted schema, so that rows can be moved there", async () => {
  // A column with its type, as long as it may be; `!` must not be null.
  const columns = await service.database.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(column_name || ' ' || udt_name || coalesce(character_maximum_length::text, '')
         || case is_nullable when 'NO' then '!' else '' end, ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'auth' group by table_name`,
  );
  expect(Object.fromEntries(columns.map(({ name, columns: list }) => [name, list]))).toMatchObject({
    users:
      "instance_id uuid, id uuid!, aud varchar255, role varchar255, email varchar255, encrypted_password varchar255, email_confirmed_at timestamptz, invited_at timestamptz, confirmation_token varchar255, confirmation_sent_at timestamptz, recovery_token varchar255, recovery_sent_at timestamptz, email_change_token_new varchar255, email_change varchar255, email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin bool, created_at timestamptz, updated_at timestamptz, phone text, phone_confirmed_at timestamptz, phone_change text, phone_change_token varchar255, phone_change_sent_at timestamptz, confirmed_at timestamptz, email_change_token_current varchar255, email_change_confirm_status int2, banned_until timestamptz, reauthentication_token varchar255, reauthentication_sent_at timestamptz, is_sso_user bool!, deleted_at timestamptz, is_anonymous bool!",
    identities:
      "provider_id text!, user_id uuid!, identity_data jsonb!, provider text!, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz, email text, id uuid!",
    sessions:
      "id uuid!, user_id uuid!, created_at timestamptz, updated_at timestamptz, factor_id uuid, aal aal_level, not_after timestamptz, refreshed_at timestamp, user_agent text, ip inet, tag text, oauth_client_id uuid, refresh_token_hmac_key text, refresh_token_counter int8, scopes text",
    mfa_factors:
      "id uuid!, user_id uuid!, friendly_name text, factor_type factor_type!, status factor_status!, created_at timestamptz!, updated_at timestamptz!, secret text, phone text, last_challenged_at timestamptz, web_authn_credential jsonb, web_authn_aaguid uuid, last_webauthn_challenge_data jsonb",
    mfa_challenges:
      "id uuid!, factor_id uuid!, created_at timestamptz!, verified_at timestamptz, ip_address inet!, otp_code text, web_authn_session_data jsonb",
    mfa_amr_claims:
      "session_id uuid!, created_at timestamptz!, updated_at timestamptz!, authentication_method text!, id uuid!",
    one_time_tokens:
      "id uuid!, user_id uuid!, token_type one_time_token_type!, token_hash text!, relates_to text!, created_at timestamp!, updated_at timestamp!",
    flow_state:
      "id uuid!, user_id uuid, auth_code text, code_challenge_method code_challenge_method, code_challenge text, provider_type text!, provider_access_token text, provider_refresh_token text, created_at timestamptz, updated_at timestamptz, authentication_method text!, auth_code_issued_at timestamptz, invite_token text, referrer text, oauth_client_state_id uuid, linking_target_id uuid, email_optional bool!",
    oauth_client_states:
      "id uuid!, provider_type text!, code_verifier text, created_at timestamptz!",
    audit_log_entries:
      "instance_id uuid, id uuid!, payload json, created_at timestamptz, ip_address varchar64!",
  });
});

test("changes of an account are in the audit log, with IP address and actor", async () => {
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

test("a soft deletion leaves only the ID; the email address is free again", async () => {
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

test("two concurrent deletions are recorded once", async () => {
  const { accessToken } = await signUp(service);
  const { id } = (await call(service.auth, "GET", "user", { token: accessToken })).body;
  const remove = () =>
    call(service.auth, "DELETE", `admin/users/${String(id)}`, {
      key: secretKey,
      token: secretKey,
      body: {},
    });
  const responses = await Promise.all([remove(), remove()]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  const entries = await service.database.query(
    "select from auth.audit_log_entries where payload ->> 'action' = 'user_deleted' and payload -> 'traits' ->> 'user_id' = $1",
    [id],
  );
  expect(entries).toHaveLength(1);
});

test("an exception raised by a trigger is a refusal, and changes nothing", async () => {
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

test("expired rows are removed, and nothing else", async () => {
  const { accessToken } = await signUp(service);
  await call(service.auth, "POST", "factors", {
    token: accessToken,
    body: { factor_type: "totp" },
  });
  const { database, now } = service;
  const options = { ...defaultSettings, sessions: { lifetimeSeconds: 3600 } };
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

test("of each action of an account the newest two thousand stay in the log", async () => {
  const { database, now } = service;
  await database.query("delete from auth.audit_log_entries");
  const enter = (actor: string, action: string, times: number, secondsAgo: number) =>
    database.query(
      `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
       select null, gen_random_uuid(), json_build_object('action', $1::text, 'actor_id', $2::text), $3, ''
       from generate_series(1, $4::int)`,
      [action, actor, new Date(now().getTime() - secondsAgo * 1000), times],
    );
  await enter("mallory", "login", 2_500, 7_200);
  await enter("mallory", "user_updated_password", 1, 7_200);
  await enter("mallory", "factor_in_progress", 2_100, 60);
  await enter("mallory", "login", 600, 60);
  await enter("ada", "login", 1_900, 60);
  await enter(administrator.id, "user_modified", 2_100, 60);
  await removeExpired({ database, options: defaultSettings, now });
  const rows = await database.query(
    `select payload ->> 'actor_id' as actor, payload ->> 'action' as action, count(*)::int
     from auth.audit_log_entries group by 1, 2 order by 1, 3, 2`,
  );
  expect(rows).toEqual([
    { actor: administrator.id, action: "user_modified", count: 2_100 },
    { actor: "ada", action: "login", count: 1_900 },
    { actor: "mallory", action: "user_updated_password", count: 1 },
    { actor: "mallory", action: "factor_in_progress", count: 2_000 },
    { actor: "mallory", action: "login", count: 2_000 },
  ]);
});

test("log entries older than a year are removed within the hour, and refreshes after a month", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { database } = service;
  const second = await startTestService({
    database: withoutClose(database),
  });
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
  const remaining = () =>
    database.query<{ action: string; days: number }>(
      `select payload ->> 'action' as action, extract(day from now() - created_at)::int as days
       from auth.audit_log_entries order by created_at`,
    );
  vi.advanceTimersByTime(3_600_000);
  await expect.poll(remaining).toEqual([
    { action: "login", days: 364 },
    { action: "token_refreshed", days: 29 },
  ]);
  second.wait(2 * 24 * 3600);
  vi.advanceTimersByTime(3_600_000);
  await expect.poll(remaining).toEqual([]);
});
