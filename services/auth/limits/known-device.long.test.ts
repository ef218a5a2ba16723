import { afterAll, beforeAll, expect, test } from "vitest";
import { deviceOf, devicesOn } from "../testing/known-devices";
import {
  call,
  goodPassword,
  secretKey,
  startTestService,
  type TestService,
} from "../testing/service";

let service: TestService;

const newPassword = "a different sentence";

beforeAll(async () => {
  service = await startTestService({ stopsClock: true });
});
afterAll(() => service.close());

const { newAccount, signIn, lock } = devicesOn(() => service);

test("a sign-in sets a cookie that scripts cannot read", async () => {
  const reply = await signIn(await newAccount(), goodPassword);
  expect(reply.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^sb-device=[\w.-]+; Max-Age=15552000; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/,
    ),
  ]);
});

test("a failed sign-in sets none", async () => {
  const reply = await signIn(await newAccount(), "wrong password");
  expect(reply.headers.getSetCookie()).toEqual([]);
});

test("a new password ends every known device but the browser that chose it", async () => {
  const email = await newAccount();
  const earlier = deviceOf(await signIn(email, goodPassword));
  const own = await signIn(email, goodPassword);
  await lock(email);
  const changed = await call(service.auth, "PUT", "user", {
    token: String(own.body.access_token),
    body: { password: newPassword },
    headers: { Cookie: deviceOf(own) },
  });
  expect(changed.status).toBe(200);
  for (const device of [earlier, deviceOf(own)]) {
    expect((await signIn(email, newPassword, { device })).status).toBe(429);
  }
  expect((await signIn(email, newPassword, { device: deviceOf(changed) })).status).toBe(200);
});

test("no change of the account but that of its password makes a browser known", async () => {
  const own = await signIn(await newAccount(), goodPassword);
  const changed = await call(service.auth, "PUT", "user", {
    token: String(own.body.access_token),
    body: { data: { full_name: "Ada" } },
  });
  expect(changed.headers.getSetCookie()).toEqual([]);
});

test("a device known to one account is unknown to the others", async () => {
  const [ada, eve] = [await newAccount(), await newAccount()];
  const device = deviceOf(await signIn(eve, goodPassword));
  await lock(ada);
  expect((await signIn(ada, goodPassword, { device })).status).toBe(429);
});

test("a forged, changed or half-year-old cookie is unknown", async () => {
  const email = await newAccount();
  const device = deviceOf(await signIn(email, goodPassword));
  await lock(email);
  const [id, issued, password, signature] = device.split(".");
  for (const forged of [
    "sb-device=x",
    `${id}.${Number(issued) + 1}.${password}.${signature}`,
    `${id}.${issued}.${"A".repeat(22)}.${signature}`,
    `${id}.${issued}.${password}.${"A".repeat(43)}`,
    `sb-device=${"A".repeat(22)}.${issued}.${password}.${signature}`,
    `sb-device=${"A".repeat(9_000)}`,
  ]) {
    expect((await signIn(email, goodPassword, { device: forged })).status).toBe(429);
  }
  service.wait(181 * 24 * 3600);
  await lock(email);
  expect((await signIn(email, goodPassword, { device })).status).toBe(429);
});

test("a mailed link lets a locked-out user in, and makes their device a known one", async () => {
  const email = await newAccount();
  await lock(email);
  const { body } = await call(service.auth, "POST", "admin/generate_link", {
    key: secretKey,
    token: secretKey,
    body: { type: "recovery", email },
  });
  const opened = await call(service.auth, "POST", "verify", {
    body: { type: "recovery", token_hash: body.hashed_token },
  });
  expect(opened.status).toBe(200);
  const device = deviceOf(opened);
  expect((await signIn(email, goodPassword, { device })).status).toBe(200);
});
