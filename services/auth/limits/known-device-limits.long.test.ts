import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { HashingQueue } from "../passwords/hashing-queue";
import { deviceOf, devicesOn } from "../testing/known-devices";
import {
  call,
  goodPassword,
  newVisitor,
  type Reply,
  secretKey,
  startTestService,
  type TestService,
} from "../testing/service";
import { tooManyRequests } from "./sign-in-and-mail-limits";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ stopsClock: true });
});
afterAll(() => service.close());

const { newAccount, signIn, lock } = devicesOn(() => service);

test("strangers who guess passwords cannot lock out a known device, wherever it is now", async () => {
  const email = await newAccount();
  const device = deviceOf(await signIn(email, goodPassword));
  await lock(email);
  const reply = await signIn(email, goodPassword, { device });
  expect(reply.status).toBe(200);
  const renewed = deviceOf(reply);
  expect((await signIn(email, goodPassword, { device: renewed })).status).toBe(200);
});

test("clients that use up the requests of its network cannot either", async () => {
  const email = await newAccount();
  const device = deviceOf(await signIn(email, goodPassword));
  const visitor = newVisitor();
  for (let count = 0; count < 31; count++) {
    await call(service.auth, "POST", "token?grant_type=nonsense", { body: {}, visitor });
  }
  expect((await signIn(email, goodPassword, { visitor })).status).toBe(429);
  expect((await signIn(email, goodPassword, { visitor, device })).status).toBe(200);
});

test("a known device may guess ten times, then it counts as unknown", async () => {
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

test("a known device signs in thirty times in a row, and then within its network's limit", async () => {
  const email = await newAccount();
  const visitor = newVisitor();
  let device = deviceOf(await signIn(email, goodPassword));
  // A wrong password is not a sign-in.
  for (let count = 0; count < 5; count++) await signIn(email, "wrong password", { device });
  for (let count = 0; count < 30; count++) {
    const reply = await signIn(email, goodPassword, { device, visitor });
    expect(reply.status).toBe(200);
    device = deviceOf(reply);
  }
  const reply = await signIn(email, goodPassword, { device, visitor });
  expect(reply).toMatchObject({ status: 429, body: { code: "over_request_rate_limit" } });
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  // A browser of the same account, known as well, shares the limit.
  const other = deviceOf(await signIn(email, goodPassword));
  expect((await signIn(email, goodPassword, { device: other, visitor })).status).toBe(429);
  service.wait(10);
  expect((await signIn(email, goodPassword, { device, visitor })).status).toBe(200);
});

test("the known devices of a network sign in sixty times in a row, then once a second", async () => {
  // Sixty sign-ins take a second, in which one more is added.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const visitor = newVisitor();
  const accounts = await Promise.all([newAccount(), newAccount(), newAccount()]);
  const known: { email: string; device: string }[] = [];
  for (const email of accounts)
    known.push({ email, device: deviceOf(await signIn(email, goodPassword)) });
  const [ada = { email: "", device: "" }] = known;
  // Strangers of the network have used up its own requests.
  for (let count = 0; count < 31; count++) {
    await call(service.auth, "POST", "token?grant_type=nonsense", { body: {}, visitor });
  }
  for (let count = 0; count < 20; count++) {
    for (const { email, device } of known)
      expect((await signIn(email, goodPassword, { visitor, device })).status).toBe(200);
  }
  const signInHere = () => signIn(ada.email, goodPassword, { visitor, device: ada.device });
  expect((await signInHere()).status).toBe(429);
  // At another network it has not used up its own sign-ins.
  expect((await signIn(ada.email, goodPassword, { device: ada.device })).status).toBe(200);
  service.wait(1);
  expect((await signInHere()).status).toBe(200);
  expect((await signInHere()).status).toBe(429);
});

test("signing in again does not create a second device with attempts of its own", async () => {
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

test("attempts of a known device that a full queue refuses do not count", async () => {
  const email = await newAccount();
  const device = deviceOf(await signIn(email, goodPassword));
  const full = () => {
    throw tooManyRequests(5);
  };
  const spies = [
    vi.spyOn(HashingQueue.prototype, "requireRoom").mockImplementation(full),
    vi.spyOn(HashingQueue.prototype, "run").mockImplementation(async () => full()),
  ];
  for (let count = 0; count < 10; count++) {
    expect((await signIn(email, goodPassword, { device })).status).toBe(429);
  }
  for (const spy of spies) spy.mockRestore();
  await lock(email);
  expect((await signIn(email, goodPassword, { device })).status).toBe(200);
});

/** Four browsers of an account, of which three have used up their attempts. */
async function afterThirtyGuesses(email: string, guess: (device: string) => Promise<Reply>) {
  const devices: string[] = [];
  for (let count = 0; count < 4; count++) devices.push(deviceOf(await signIn(email, goodPassword)));
  const [last = "", ...used] = devices;
  for (const device of used) {
    for (let count = 0; count < 10; count++) await guess(device);
  }
  return last;
}

test("many known devices of an account guess its password no more often than three", async () => {
  const email = await newAccount();
  const device = await afterThirtyGuesses(email, (device) => signIn(email, "wrong", { device }));
  await lock(email);
  expect((await signIn(email, goodPassword, { device })).status).toBe(429);
  service.wait(120);
  await lock(email);
  expect((await signIn(email, goodPassword, { device })).status).toBe(200);
});

test("many known devices of an account guess mailed codes no more often than three", async () => {
  const email = await newAccount();
  const guess = (device = "") =>
    call(service.auth, "POST", "verify", {
      body: { type: "email", email, token: "000000" },
      visitor: newVisitor(),
      headers: device === "" ? {} : { Cookie: device },
    });
  const device = await afterThirtyGuesses(email, guess);
  for (let count = 0; count < 10; count++) expect((await guess()).status).toBe(403);
  expect((await guess(device)).status).toBe(429);
  service.wait(120);
  expect((await guess(device)).status).toBe(403);
});

test("a forged cookie lifts no limit by IP address", async () => {
  const visitor = newVisitor();
  const statuses: number[] = [];
  for (let count = 0; count < 31; count++) {
    const reply = await signIn("x".repeat(300), "x", { visitor, device: "sb-device=x" });
    statuses.push(reply.status);
  }
  expect(statuses.slice(-2)).toEqual([400, 429]);
});

test("strangers who enter wrong codes do not keep a known device from entering the correct one", async () => {
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
