import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import {
  call,
  goodPassword,
  newVisitor,
  signUp,
  startTestService,
  type TestService,
  tokensOf,
} from "../testing/service";

let service: TestService;

/** What happens after the next request has read its caller, and before its transaction. */
let meanwhile: (() => Promise<unknown>) | null = null;

beforeAll(async () => {
  const database = await openMemoryDatabase();
  service = await startTestService({
    webAuthn: true,
    database: {
      query: (statement, parameters) => database.query(statement, parameters),
      execute: (script) => database.execute(script),
      close: () => database.close(),
      async transaction(work) {
        const event = meanwhile;
        meanwhile = null;
        await event?.();
        return database.transaction(work);
      },
    },
  });
});
afterAll(() => service.close());

const ask = (method: string, target: string, token: string, body?: object, visitor?: string) =>
  call(service.auth, method, target, { token, body, visitor });

const signIn = async (email: string) =>
  tokensOf(
    await call(service.auth, "POST", "token?grant_type=password", {
      body: { email, password: goodPassword },
    }),
  ).accessToken;

async function enroll(token: string, name: string) {
  const { body } = await ask("POST", "factors", token, {
    factor_type: "totp",
    friendly_name: name,
  });
  const secret = /"secret":"([A-Z2-7]+)"/.exec(JSON.stringify(body))?.[1] ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return { id: String(body.id), code: () => totp.generate({ timestamp: service.now().getTime() }) };
}

type App = Awaited<ReturnType<typeof enroll>>;

/** @param device the cookie by which a device is known */
async function result(token: string, { id, code }: App, device = "") {
  const visitor = newVisitor();
  const { body } = await ask("POST", `factors/${id}/challenge`, token, {}, visitor);
  return call(service.auth, "POST", `factors/${id}/verify`, {
    token,
    visitor,
    body: { challenge_id: body.id, code: code() },
    headers: device === "" ? {} : { Cookie: device.split(";")[0] ?? "" },
  });
}

/** The owner of an account, and the session of someone else who knows the password. */
async function ownerAndThief() {
  const { email, accessToken: owner } = await signUp(service);
  return { email, owner, thief: await signIn(email) };
}

const factorsOf = async (token: string) => (await ask("GET", "user", token)).body.factors;

test("a factor that is enrolled while the owner verifies theirs is refused", async () => {
  const { owner, thief } = await ownerAndThief();
  const app = await enroll(owner, "Phone");
  meanwhile = () => result(owner, app);
  const late = await ask("POST", "factors", thief, { factor_type: "totp", friendly_name: "late" });
  expect(late).toMatchObject({ status: 403, body: { code: "session_not_found" } });
  expect(await factorsOf(owner)).toMatchObject([{ id: app.id, status: "verified" }]);
});

test("an unfinished factor does not stand in for the verified one", async () => {
  const { email, owner } = await ownerAndThief();
  const lifted = tokensOf(await result(owner, await enroll(owner, "Phone"))).accessToken;
  const second = await enroll(lifted, "Tablet");
  expect(await result(await signIn(email), second)).toMatchObject({
    status: 403,
    body: { code: "insufficient_aal" },
  });
  expect((await result(lifted, second)).status).toBe(200);
});

test("verifying a factor deletes unfinished ones of every type", async () => {
  const { owner, thief } = await ownerAndThief();
  await ask("POST", "factors", thief, { factor_type: "webauthn", friendly_name: "a key" });
  const app = await enroll(owner, "Phone");
  expect((await result(owner, app)).status).toBe(200);
  expect(await factorsOf(owner)).toMatchObject([{ id: app.id, status: "verified" }]);
});

test("a factor that its owner verifies meanwhile is not removed with the password alone", async () => {
  const { owner, thief } = await ownerAndThief();
  const app = await enroll(owner, "Phone");
  meanwhile = () => result(owner, app);
  expect((await ask("DELETE", `factors/${app.id}`, thief)).status).toBe(403);
  expect(await factorsOf(owner)).toMatchObject([{ id: app.id, status: "verified" }]);
});

test("a password or an email address is not changed by a session that has ended meanwhile", async () => {
  for (const change of [{ password: "mallory birch secret" }, { email: "m@mail.example" }]) {
    const { email, owner, thief } = await ownerAndThief();
    const app = await enroll(owner, "Phone");
    meanwhile = () => result(owner, app);
    expect(await ask("PUT", "user", thief, change)).toMatchObject({
      status: 403,
      body: { code: "session_not_found" },
    });
    expect((await ask("GET", "user", owner)).body.email).toBe(email);
    await signIn(email);
  }
});

test("of two passwords that are chosen at once the first one stays", async () => {
  const { email, owner, thief } = await ownerAndThief();
  const password = "a different sentence";
  meanwhile = () => ask("PUT", "user", owner, { password });
  const late = await ask("PUT", "user", thief, { password: "mallory birch secret" });
  expect(late).toMatchObject({ status: 403, body: { code: "session_not_found" } });
  const body = { email, password };
  expect((await call(service.auth, "POST", "token?grant_type=password", { body })).status).toBe(
    200,
  );
});

test("wrong codes of someone who has the password do not lock out the owner's device", async () => {
  const { email, accessToken } = await signUp(service);
  const app = await enroll(accessToken, "Phone");
  const [device = ""] = (await result(accessToken, app)).headers.getSetCookie();
  const signInWith = (cookie: string) =>
    call(service.auth, "POST", "token?grant_type=password", {
      body: { email, password: goodPassword },
      headers: cookie === "" ? {} : { Cookie: cookie.split(";")[0] ?? "" },
    });
  // The thief's browser has signed in before as well, with the password.
  const [theirs = ""] = (await signInWith("")).headers.getSetCookie();
  const thief = tokensOf(await signInWith(theirs)).accessToken;
  for (let count = 0; count < 10; count++) {
    expect((await result(thief, { ...app, code: () => "abcdef" }, theirs)).status).toBe(422);
  }
  service.wait(30);
  expect((await result(thief, app, theirs)).status).toBe(429);
  // The owner's device stays known when it signs in again.
  const again = await signInWith(device);
  const [renewed = ""] = again.headers.getSetCookie();
  expect((await result(tokensOf(again).accessToken, app, renewed)).status).toBe(200);
});
