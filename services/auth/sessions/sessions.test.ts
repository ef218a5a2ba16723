import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "@platen/postgres/database";
import { withoutClose } from "@platen/postgres/testing/without-close";
import { encodeRefreshToken } from "./refresh-token";
import {
  call,
  goodPassword,
  secretKey,
  signUp,
  startTestService,
  type TestService,
  tokensOf,
} from "../testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const refresh = (token: string, { auth } = service) =>
  call(auth, "POST", "token?grant_type=refresh_token", { body: { refresh_token: token } });

const whoAmI = (token: string) => call(service.auth, "GET", "user", { token });

/** Refreshes `times` times, `seconds` apart, and returns all refresh tokens, the oldest first. */
async function generations(times: number, seconds: number): Promise<string[]> {
  const { refreshToken } = await signUp(service);
  const tokens = [refreshToken];
  for (let count = 0; count < times; count++) {
    service.wait(seconds);
    tokens.push(tokensOf(await refresh(tokens.at(-1) ?? "")).refreshToken);
  }
  return tokens;
}

describe("a refresh token", () => {
  test("is replaced at every use", async () => {
    const tokens = await generations(3, 60);
    expect(new Set(tokens).size).toBe(4);
  });

  test("from the previous generation returns the current one: the client never received it", async () => {
    const [, parent = "", current] = await generations(2, 60);
    service.wait(3600);
    expect(tokensOf(await refresh(parent)).refreshToken).toBe(current);
  });

  test("that is older returns the current one within ten seconds: several tabs woke up at once", async () => {
    const [first = "", , current] = await generations(2, 1);
    expect(tokensOf(await refresh(first)).refreshToken).toBe(current);
  });

  test("that is older ends the session after that: it was copied", async () => {
    const [first = "", , current = ""] = await generations(2, 60);
    service.wait(11);
    const stolen = await refresh(first);
    expect(stolen.status).toBe(400);
    expect(stolen.body).toEqual({
      code: "refresh_token_already_used",
      message: "Invalid Refresh Token: Already Used",
    });
    expect((await refresh(current)).body.code).toBe("refresh_token_not_found");
  });

  test("used by twenty tabs at once leaves one session with one current token", async () => {
    const { refreshToken } = await signUp(service);
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(new Set(replies.map((reply) => tokensOf(reply).refreshToken)).size).toBe(1);
  });

  test("that is forged is refused without a trace", async () => {
    const { accessToken, refreshToken } = await signUp(service);
    const [session] = await service.database.query<{ id: string }>(
      "select id from auth.sessions order by created_at desc limit 1",
    );
    const forged = encodeRefreshToken(session?.id ?? "", 0, "A".repeat(43));
    expect((await refresh(forged)).body.code).toBe("refresh_token_not_found");
    expect((await refresh("abcdefghijkl")).body.code).toBe("refresh_token_not_found");
    expect((await refresh("nonsense")).body.code).toBe("validation_failed");
    expect((await refresh("")).status).toBe(400);
    expect((await whoAmI(accessToken)).status).toBe(200);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test("of a banned account is refused, and its access token too", async () => {
    const { accessToken, refreshToken } = await signUp(service);
    const { id } = (await whoAmI(accessToken)).body;
    const admin = { key: secretKey, token: secretKey };
    await call(service.auth, "PUT", `admin/users/${String(id)}`, {
      ...admin,
      body: { ban_duration: "1h" },
    });
    expect(await refresh(refreshToken)).toMatchObject({
      status: 400,
      body: { code: "user_banned", message: "Invalid Refresh Token: User Banned" },
    });
    expect(await whoAmI(accessToken)).toMatchObject({ status: 403, body: { code: "user_banned" } });
    service.wait(3601);
    expect((await refresh(refreshToken)).status).toBe(200);
  });
});

test("a session ends at its lifetime, however often it is refreshed", async () => {
  const limited = await withLimits({ lifetimeSeconds: 600 });
  let { refreshToken } = await signUp(limited);
  for (let count = 0; count < 3; count++) {
    limited.wait(190);
    ({ refreshToken } = tokensOf(await refresh(refreshToken, limited)));
  }
  limited.wait(60);
  expect((await refresh(refreshToken, limited)).body.code).toBe("session_expired");
  expect((await refresh(refreshToken, limited)).body.code).toBe("session_expired");
});

test("an account has at most thirty sessions: the least recently used one ends", async () => {
  const { email, refreshToken } = await signUp(service);
  service.wait(10);
  await service.database.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
     select gen_random_uuid(), id, $2, $2, 'aal1' from auth.users, generate_series(1, 29) where email = $1`,
    [email, service.now()],
  );
  service.wait(10);
  const body = { email, password: goodPassword };
  const reply = await call(service.auth, "POST", "token?grant_type=password", { body });
  expect((await refresh(refreshToken)).status).toBe(400);
  expect((await refresh(tokensOf(reply).refreshToken)).status).toBe(200);
});

test("sign-ins with the password alone do not push out a session with a second factor", async () => {
  const { email, refreshToken } = await signUp(service);
  await service.database.query(
    "update auth.sessions set aal = 'aal2' where user_id = (select id from auth.users where email = $1)",
    [email],
  );
  await service.database.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
     select gen_random_uuid(), id, $2, $2, 'aal1' from auth.users, generate_series(1, 30) where email = $1`,
    [email, service.now()],
  );
  service.wait(10);
  const body = { email, password: goodPassword };
  const reply = await call(service.auth, "POST", "token?grant_type=password", { body });
  expect((await refresh(refreshToken)).status).toBe(200);
  expect((await refresh(tokensOf(reply).refreshToken)).status).toBe(200);
});

test("an unused session ends", async () => {
  const limited = await withLimits({ inactivitySeconds: 600 });
  const { refreshToken } = await signUp(limited);
  limited.wait(590);
  const next = tokensOf(await refresh(refreshToken, limited)).refreshToken;
  limited.wait(590);
  const last = tokensOf(await refresh(next, limited)).refreshToken;
  limited.wait(601);
  expect((await refresh(last, limited)).body).toEqual({
    code: "session_expired",
    message: "Invalid Refresh Token: Session Expired (Inactivity)",
  });
});

test("a password that is changed while a sign-in computes its hash no longer signs in", async () => {
  const { email, accessToken } = await signUp(service);
  const signIn = () =>
    call(service.auth, "POST", "token?grant_type=password", {
      body: { email, password: goodPassword },
    });
  const change = call(service.auth, "PUT", "user", {
    token: accessToken,
    body: { password: "a different sentence" },
  });
  const attempts = await Promise.all(Array.from({ length: 6 }, signIn));
  await change;
  const surviving = await Promise.all(
    attempts
      .filter(({ status }) => status === 200)
      .map((reply) => whoAmI(tokensOf(reply).accessToken)),
  );
  expect(surviving.map(({ status }) => status)).not.toContain(200);
  expect((await signIn()).body.code).toBe("invalid_credentials");
});

/** A second service on the same accounts, with limits of its own. */
async function withLimits(sessions: { lifetimeSeconds?: number; inactivitySeconds?: number }) {
  const database: Database = withoutClose(service.database);
  const limited = await startTestService({ database, sessions });
  onTestFinished(() => limited.close());
  return limited;
}
