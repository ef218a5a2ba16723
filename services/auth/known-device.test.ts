import { hash } from "@node-rs/bcrypt";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  type Reply,
  secretKey,
  startTestService,
  type TestService,
} from "./testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** An account whose password is hashed at the lowest cost: bcrypt is not what is tested here. */
async function newAccount(): Promise<string> {
  const email = newAddress();
  const password_hash = await hash(goodPassword, { cost: 4 });
  const body = { email, password_hash, email_confirm: true };
  await call(service.auth, "POST", "admin/users", { key: secretKey, token: secretKey, body });
  return email;
}

function signIn(email: string, password: string, { device = "", visitor = newVisitor() } = {}) {
  return call(service.auth, "POST", "token?grant_type=password", {
    body: { email, password },
    visitor,
    headers: device === "" ? {} : { Cookie: device },
  });
}

/** The cookie that a browser stores from a response. */
function deviceOf({ headers }: Reply): string {
  const [cookie = ""] = headers.getSetCookie();
  const [pair = ""] = cookie.split(";");
  return pair;
}

/** Strangers guess until no other stranger may try that account. */
async function lock(email: string): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const visitor = newVisitor();
    const guess = () => signIn(email, "wrong password", { visitor });
    await Promise.all(Array.from({ length: 10 }, guess));
  }
  expect((await signIn(email, goodPassword)).status).toBe(429);
}

test("a sign-in leaves a cookie that scripts cannot read", async () => {
  const reply = await signIn(await newAccount(), goodPassword);
  expect(reply.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^sb-device=[\w.-]+; Max-Age=15552000; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/,
    ),
  ]);
});

test("a failed sign-in leaves none", async () => {
  const reply = await signIn(await newAccount(), "wrong password");
  expect(reply.headers.getSetCookie()).toEqual([]);
});

test("strangers who guess cannot lock out a device that has signed in before, wherever it is now", async () => {
  const email = await newAccount();
  const device = deviceOf(await signIn(email, goodPassword));
  await lock(email);
  const reply = await signIn(email, goodPassword, { device });
  expect(reply.status).toBe(200);
  const renewed = deviceOf(reply);
  expect((await signIn(email, goodPassword, { device: renewed })).status).toBe(200);
});

test("nor can those who use up the requests of its network", async () => {
  const email = await newAccount();
  const device = deviceOf(await signIn(email, goodPassword));
  const visitor = newVisitor();
  for (let count = 0; count < 31; count++) {
    await call(service.auth, "POST", "token?grant_type=nonsense", { body: {}, visitor });
  }
  expect((await signIn(email, goodPassword, { visitor })).status).toBe(429);
  expect((await signIn(email, goodPassword, { visitor, device })).status).toBe(200);
});

test("such a device may guess ten times, then it is a stranger", async () => {
  const email = await newAccount();
  const device = deviceOf(await signIn(email, goodPassword));
  await lock(email);
  for (let count = 0; count < 10; count++) {
    expect((await signIn(email, "wrong password", { device })).status).toBe(400);
  }
  expect((await signIn(email, goodPassword, { device })).status).toBe(429);
  service.wait(360);
  // One attempt for it is available again, and the strangers have used theirs.
  await lock(email);
  expect((await signIn(email, goodPassword, { device })).status).toBe(200);
});

test("signing in again makes no second device with attempts of its own", async () => {
  const email = await newAccount();
  const first = deviceOf(await signIn(email, goodPassword));
  const second = deviceOf(await signIn(email, goodPassword, { device: first }));
  await lock(email);
  for (let count = 0; count < 10; count++) {
    const device = count % 2 === 0 ? first : second;
    expect((await signIn(email, "wrong password", { device })).status).toBe(400);
  }
  expect((await signIn(email, "wrong password", { device: first })).status).toBe(429);
});

test("a device that is known to one account is a stranger to the others", async () => {
  const [ada, eve] = [await newAccount(), await newAccount()];
  const device = deviceOf(await signIn(eve, goodPassword));
  await lock(ada);
  expect((await signIn(ada, goodPassword, { device })).status).toBe(429);
});

test("what was made up, changed or is half a year old is a stranger's", async () => {
  const email = await newAccount();
  const device = deviceOf(await signIn(email, goodPassword));
  await lock(email);
  const [id, issued, signature] = device.split(".");
  for (const forged of [
    "sb-device=x",
    `${id}.${Number(issued) + 1}.${signature}`,
    `${id}.${issued}.${"A".repeat(43)}`,
    `sb-device=${"A".repeat(22)}.${issued}.${signature}`,
    `sb-device=${"A".repeat(9_000)}`,
  ]) {
    expect((await signIn(email, goodPassword, { device: forged })).status).toBe(429);
  }
  service.wait(181 * 24 * 3600);
  await lock(email);
  expect((await signIn(email, goodPassword, { device })).status).toBe(429);
});

test("a cookie that was made up lifts no limit by address", async () => {
  const visitor = newVisitor();
  const statuses: number[] = [];
  for (let count = 0; count < 31; count++) {
    const reply = await signIn("x".repeat(300), "x", { visitor, device: "sb-device=x" });
    statuses.push(reply.status);
  }
  expect(statuses.slice(-2)).toEqual([400, 429]);
});

test("strangers who type wrong codes do not keep such a device from typing the right one", async () => {
  const email = await newAccount();
  const device = deviceOf(await signIn(email, goodPassword));
  const { body } = await call(service.auth, "POST", "admin/generate_link", {
    key: secretKey,
    token: secretKey,
    body: { type: "magiclink", email },
  });
  const typeCode = (token: unknown, headers = {}) =>
    call(service.auth, "POST", "verify", { body: { type: "email", email, token }, headers });
  for (let count = 0; count < 10; count++) expect((await typeCode("000000")).status).toBe(403);
  expect((await typeCode(body.email_otp)).status).toBe(429);
  expect((await typeCode(body.email_otp, { Cookie: device })).status).toBe(200);
});

test("a link in a mail lets in whoever is locked out, and makes their device a known one", async () => {
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
