import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { removeExpired } from "./housekeeping";
import { defaultSettings } from "./settings";
import { newAddress, startTestService, type TestService } from "./testing/service";
import { owner, signUpsOn } from "./testing/sign-ups";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test("no statement removes more than two hundred entries of the log, or those of two accounts", async () => {
  const { database, now } = service;
  for (const actor of ["ada", "eve", "mallory"]) {
    await database.query(
      `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
       select null, gen_random_uuid(), json_build_object('action', 'login', 'actor_id', $1::text), $2, ''
       from generate_series(1, 2500)`,
      [actor, now()],
    );
  }
  const removed: Set<unknown>[] = [];
  const rows: number[] = [];
  const actors = () =>
    database.query<{ actor: string; entries: number }>(
      `select payload ->> 'actor_id' as actor, count(*)::int as entries
       from auth.audit_log_entries group by 1 order by 1`,
    );
  const watched: typeof database = {
    ...database,
    transaction: (work) => database.transaction(work),
    async query<Row extends object>(statement: string, parameters?: unknown[]) {
      const before = await actors();
      const found = await database.query<Row>(statement, parameters);
      const after = new Map((await actors()).map(({ actor, entries }) => [actor, entries]));
      const fewer = before.filter(({ actor, entries }) => entries !== after.get(actor));
      removed.push(new Set(fewer.map(({ actor }) => actor)));
      rows.push(...fewer.map(({ actor, entries }) => entries - (after.get(actor) ?? 0)));
      return found;
    },
  };
  await removeExpired({ database: watched, options: defaultSettings, now });
  expect(Math.max(...removed.map(({ size }) => size))).toBe(1);
  expect(Math.max(...rows)).toBe(200);
  expect((await actors()).map(({ entries }) => entries)).toEqual([2_000, 2_000, 2_000]);
});

test("no statement deletes more than twenty accounts", async () => {
  const { database, now } = service;
  await database.query(
    `with made as (
       insert into auth.users (id, email, created_at, is_anonymous)
       select gen_random_uuid(), 'never' || n || '@mail.example', $1, false
       from generate_series(1, 50) n returning id
     )
     insert into auth.pending_sign_ups
       (token_hash, user_id, encrypted_password, raw_user_meta_data, made_account, created_at)
     select id, id, '', '{}', true, $1 from made`,
    [new Date(now().getTime() - 40 * 24 * 3600 * 1000)],
  );
  const count = async () => {
    const [row] = await database.query<{ users: number }>(
      "select count(*)::int as users from auth.users where email like 'never%'",
    );
    return row?.users ?? NaN;
  };
  const deleted: number[] = [];
  const watched: typeof database = {
    ...database,
    transaction: (work) => database.transaction(work),
    async query<Row extends object>(statement: string, parameters?: unknown[]) {
      const before = await count();
      const found = await database.query<Row>(statement, parameters);
      deleted.push(before - (await count()));
      return found;
    },
  };
  await removeExpired({ database: watched, options: defaultSettings, now });
  expect(await count()).toBe(0);
  expect(Math.max(...deleted)).toBe(20);
});

test("the entries of one account are found without reading everyone's", async () => {
  const { database, now } = service;
  await database.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     select null, gen_random_uuid(),
       json_build_object('action', 'login', 'actor_id', 'actor-' || n, 'traits',
         json_build_object('user_id', 'user-' || n)), $1, ''
     from generate_series(1, 5000) n`,
    [now()],
  );
  await database.query("analyze auth.audit_log_entries");
  const planOf = async (condition: string) =>
    JSON.stringify(
      await database.query(`explain select id from auth.audit_log_entries where ${condition}`),
    );
  for (const condition of [
    "payload ->> 'actor_id' = 'actor-1' or payload -> 'traits' ->> 'user_id' = 'user-1'",
    "payload ->> 'actor_id' = 'actor-1' and payload ->> 'action' = 'user_recovery_requested'",
  ]) {
    expect(await planOf(condition)).not.toContain("Seq Scan");
  }
});

test("a sign-up that nobody confirms is removed after a month, with its account; a confirmed one stays", async () => {
  const mailing = await startTestService({ autoconfirm: false });
  onTestFinished(() => mailing.close());
  const { signUpAs, openLink } = signUpsOn(() => mailing);
  const [never, again, confirmed] = [newAddress(), newAddress(), newAddress()];
  await signUpAs(never, owner);
  await signUpAs(again, owner);
  await openLink((await signUpAs(confirmed, owner)).mail);
  mailing.wait(29 * 24 * 3600);
  await signUpAs(again, owner);
  mailing.wait(2 * 24 * 3600);
  const { database, now } = mailing;
  await removeExpired({ database, options: defaultSettings, now });
  const left = await database.query<{ email: string }>("select email from auth.users");
  expect(new Set(left.map(({ email }) => email))).toEqual(new Set([again, confirmed]));
});
