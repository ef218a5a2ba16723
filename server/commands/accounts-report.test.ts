import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAccounts } from "@platen/auth/transfer";
import {
  call,
  goodPassword,
  newAddress,
  signUp,
  startTestService,
  type TestService,
  tokensOf,
} from "@platen/auth/testing/service";
import { importSummary } from "./accounts-report";

let source: TestService;
let target: TestService;

beforeAll(async () => {
  source = await startTestService();
  target = await startTestService();
});
afterAll(async () => {
  await source.close();
  await target.close();
});

test("oversized metadata is imported, and may change as long as it does not grow", async () => {
  const { email, accessToken } = await signUp(source);
  const biography = "x".repeat(6000);
  await source.database.query(
    "update auth.users set raw_user_meta_data = raw_user_meta_data || $2::jsonb where email = $1",
    [email, JSON.stringify({ biography, shoe: 44 })],
  );
  const { id } = (await call(source.auth, "GET", "user", { token: accessToken })).body;
  const lines: string[] = [];
  for await (const line of source.auth.exportAccounts()) {
    if (line.includes(String(id))) lines.push(line);
  }
  await target.auth.importAccounts(parseAccounts(lines.join("")));
  const signedIn = await call(target.auth, "POST", "token?grant_type=password", {
    body: { email, password: goodPassword },
  });
  expect(signedIn.body).toMatchObject({ user: { user_metadata: {} } });
  const { accessToken: token } = tokensOf(signedIn);
  const claims: unknown = JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
  );
  expect(claims).toMatchObject({ sub: id, user_metadata: {} });
  const own = await call(target.auth, "GET", "user", { token });
  expect(own.body).toMatchObject({ user_metadata: { biography } });
  const change = (data: object) => call(target.auth, "PUT", "user", { token, body: { data } });
  expect(await change({ shoe: 45 })).toMatchObject({
    status: 200,
    body: { user_metadata: { biography, shoe: 45 } },
  });
  expect((await change({ another: "word" })).status).toBe(400);
  expect((await change({ biography: null, another: "word" })).status).toBe(200);
  expect((await change({ biography })).status).toBe(400);
});

test("accounts that cannot sign in are counted by reason, and named in the summary", async () => {
  const user = (fields: object) => {
    const row = { id: crypto.randomUUID(), is_sso_user: false, is_anonymous: false, ...fields };
    return { table: "auth.users", row };
  };
  const telephone = user({ phone: "4915112345678", phone_confirmed_at: "2026-01-01T00:00:00Z" });
  const elsewhere = user({});
  const identity = {
    id: crypto.randomUUID(),
    user_id: elsewhere.row.id,
    provider: "github",
    provider_id: "4711",
    identity_data: { sub: "4711" },
  };
  const lines = [
    telephone,
    elsewhere,
    user({ email: newAddress() }),
    user({ is_anonymous: true }),
    user({ is_anonymous: true }),
    user({ email: newAddress(), is_sso_user: true }),
    user({ phone: "4915112345679", deleted_at: "2026-01-01T00:00:00Z" }),
    { table: "auth.identities", row: identity },
  ].map((line) => JSON.stringify(line));
  const rows = parseAccounts(lines.join("\n"));
  const report = await target.auth.importAccounts(rows);
  expect(report).toMatchObject({
    imported: 7,
    withoutWayIn: { telephone: 1, anonymous: 2, sso: 1 },
  });
  expect(importSummary(report)).toEqual([
    "7 accounts imported, 0 were there already.",
    expect.stringMatching(/^1 of them can never sign in .* no email address/),
    expect.stringMatching(/^2 of them can never sign in .* anonymous/),
    expect.stringMatching(/^1 of them can never sign in .* single sign-on/),
  ]);
  expect(importSummary(await target.auth.importAccounts(rows))).toEqual([
    "0 accounts imported, 7 were there already.",
  ]);
});
