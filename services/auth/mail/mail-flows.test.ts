import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { withoutClose } from "@platen/postgres/testing/without-close";
import type { Mail } from "../index";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  secretKey,
  startTestService,
  type TestService,
  tokensOf,
} from "../testing/service";
import { minWritingMilliseconds } from "../routes/signup";
import { codeOf, confirmedPerson, linkOf } from "../testing/mail";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ autoconfirm: false });
});
afterAll(() => service.close());

const post = (target: string, body: object, visitor = newVisitor()) =>
  call(service.auth, "POST", target, { body, visitor });

const admin = { key: secretKey, token: secretKey };

const signIn = (email: string, password = goodPassword) =>
  post("token?grant_type=password", { email, password });

const openLink = async (mail: Mail) => post("verify", linkOf(mail));

const newPerson = () => confirmedPerson(service);

describe("signing up", () => {
  test("requires a confirmation, and signs in with it", async () => {
    const email = newAddress();
    const reply = await post("signup?redirect_to=http://localhost:3000/welcome", {
      email,
      password: goodPassword,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ email, role: "authenticated" });
    expect(reply.body).not.toHaveProperty("access_token");
    expect((await signIn(email)).body.code).toBe("invalid_credentials");
    expect((await signIn(email, "wrong password")).body.code).toBe("invalid_credentials");

    const mail = await service.mailTo(email);
    expect(mail.link).toContain("&next=%2Fwelcome");
    const confirmed = await openLink(mail);
    expect(confirmed.body.user).toMatchObject({
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
    expect((await openLink(mail)).body.code).toBe("otp_expired");
    expect((await signIn(email)).status).toBe(200);
  });

  test("works with the typed code as well", async () => {
    const email = newAddress();
    await post("signup", { email, password: goodPassword });
    const code = codeOf(await service.mailTo(email));
    const wrong = code === "000000" ? "000001" : "000000";
    expect((await post("verify", { type: "signup", email, token: wrong })).body).toEqual({
      code: "otp_expired",
      message: "Token has expired or is invalid",
    });
    expect((await post("verify", { type: "signup", email, token: code })).status).toBe(200);
  });

  test("with a code ten minutes old, or a link an hour old, is refused", async () => {
    const email = newAddress();
    await post("signup", { email, password: goodPassword });
    const mail = await service.mailTo(email);
    service.wait(601);
    const typed = { type: "signup", email, token: codeOf(mail) };
    expect((await post("verify", typed)).body.code).toBe("otp_expired");
    service.wait(3000);
    expect((await openLink(mail)).body.code).toBe("otp_expired");
  });

  test("with a taken address looks like signing up, and sends no mail", async () => {
    const { email } = await newPerson();
    service.wait(61);
    const seen = service.mails.length;
    const reply = await post("signup", { email: email.toUpperCase(), password: goodPassword });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ email, identities: [], role: "" });
    const { body } = await call(service.auth, "GET", `admin/users?filter=${email}`, admin);
    expect(JSON.stringify(body)).not.toContain(String(reply.body.id));
    expect(service.mails).toHaveLength(seen);
  });

  test("takes the same time for a taken address: writing a new account takes longer than finding one", async () => {
    const { email } = await newPerson();
    service.wait(61);
    const begun = performance.now();
    await post("signup", { email, password: goodPassword });
    // A timer may be a millisecond early.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(minWritingMilliseconds - 1);
  });
});

describe("requests of strangers", () => {
  const requests = [
    ["recover", {}],
    ["otp", {}],
    ["otp", { create_user: false }],
    ["resend", { type: "signup" }],
    ["resend", { type: "email_change" }],
  ] as const;

  test.each(requests)(
    "POST /%s %j responds alike for known and unknown addresses",
    async (path, extra) => {
      const { email: known } = await newPerson();
      service.wait(61);
      for (const email of [known, newAddress()]) {
        const reply = await post(path, { email, ...extra });
        expect([reply.status, reply.body]).toEqual([200, {}]);
        const again = await post(path, { email, ...extra });
        expect(again).toMatchObject({
          status: 429,
          body: { code: "over_email_send_rate_limit" },
        });
        expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
      }
    },
  );

  test.each(["signup", "resend"])(
    "a sign-up, and POST /%s within the minute, get the same responses for known and unknown addresses",
    async (path) => {
      const { email: known } = await newPerson();
      service.wait(61);
      for (const email of [known, newAddress()]) {
        expect((await post("signup", { email, password: goodPassword })).status).toBe(200);
        const early = await post(path, { type: "signup", email, password: goodPassword });
        expect(early).toMatchObject({ status: 429, body: { code: "over_email_send_rate_limit" } });
      }
    },
  );

  test("requesting a link without creating an account creates none", async () => {
    const email = newAddress();
    await post("otp", { email, create_user: false });
    const { body } = await call(service.auth, "GET", `admin/users?filter=${email}`, admin);
    expect(body.users).toEqual([]);
  });
});

describe("recovery", () => {
  test("sets a new password, ends other sessions and works once", async () => {
    const { email, accessToken: elsewhere } = await newPerson();
    await post("recover", { email });
    const mail = await service.mailTo(email, 1);
    expect(mail.kind).toBe("recovery");
    const { accessToken } = tokensOf(await openLink(mail));
    const changed = await call(service.auth, "PUT", "user", {
      token: accessToken,
      body: { password: "a different sentence" },
    });
    expect(changed.status).toBe(200);
    expect((await openLink(mail)).body.code).toBe("otp_expired");
    expect((await call(service.auth, "GET", "user", { token: elsewhere })).body.code).toBe(
      "session_not_found",
    );
    expect((await signIn(email, "a different sentence")).status).toBe(200);
  });

  test("with a link an hour old is refused", async () => {
    const { email } = await newPerson();
    await post("recover", { email });
    const mail = await service.mailTo(email, 1);
    service.wait(3601);
    expect((await openLink(mail)).body).toEqual({
      code: "otp_expired",
      message: "Email link is invalid or has expired",
    });
  });

  test("with a code ten minutes old is refused, and its link still works", async () => {
    const { email } = await newPerson();
    await post("recover", { email });
    const mail = await service.mailTo(email, 1);
    const typeCode = () => post("verify", { type: "recovery", email, token: codeOf(mail) });
    service.wait(601);
    expect((await typeCode()).body.code).toBe("otp_expired");
    expect((await openLink(mail)).status).toBe(200);
  });

  test("is impossible for those who only know the address", async () => {
    const { email } = await newPerson();
    await post("recover", { email });
    const mail = await service.mailTo(email, 1);

    const guess = createHash("sha224")
      .update(email + codeOf(mail))
      .digest("hex");
    expect(linkOf(mail).token_hash).not.toBe(guess);
  });
});

test("a magic link creates an account for a new address, without a password", async () => {
  const email = newAddress();
  await post("otp", { email, data: { full_name: "Ada" } });
  const mail = await service.mailTo(email);
  expect(mail.kind).toBe("signup");
  expect((await openLink(mail)).body.user).toMatchObject({ user_metadata: { full_name: "Ada" } });
  expect((await signIn(email, "")).body.code).toBe("invalid_credentials");
  service.wait(61);
  await post("otp", { email });
  const second = await service.mailTo(email, 1);
  expect(second.kind).toBe("magiclink");
  expect((await post("verify", { type: "email", email, token: codeOf(second) })).status).toBe(200);
});

test("a code authorizes a password change, once", async () => {
  const { email, accessToken: token } = await newPerson();
  expect((await call(service.auth, "GET", "reauthenticate", { token })).status).toBe(200);
  const early = await service.mailTo(email, 1);
  expect(early).toMatchObject({ kind: "reauthentication", link: null });
  service.wait(601);
  const change = (nonce: string, password: string) =>
    call(service.auth, "PUT", "user", { token, body: { password, nonce } });
  for (const nonce of ["abc", codeOf(early)]) {
    const { body } = await change(nonce, "a different sentence");
    expect(body.code).toBe("reauthentication_not_valid");
  }
  await call(service.auth, "GET", "reauthenticate", { token });
  const mail = await service.mailTo(email, 2);
  expect((await change(codeOf(mail), "a different sentence")).status).toBe(200);
  expect((await change(codeOf(mail), "yet another sentence")).status).toBe(422);
});

test("a mailed code can be guessed ten times, and no more", async () => {
  const { email } = await newPerson();
  await post("recover", { email });
  const code = codeOf(await service.mailTo(email, 1));
  const wrong = code === "000000" ? "000001" : "000000";
  const guess = (token: string) => post("verify", { type: "recovery", email, token });
  for (let count = 0; count < 10; count++) expect((await guess(wrong)).status).toBe(403);
  expect((await guess(code)).status).toBe(429);
});

test("an invitation leads to an account without a password", async () => {
  const email = newAddress();
  const reply = await call(service.auth, "POST", "invite", { ...admin, body: { email } });
  expect(reply.body).toMatchObject({ email });
  expect(reply.body.invited_at).toBeTruthy();
  const mail = await service.mailTo(email);
  expect(linkOf(mail).type).toBe("invite");
  const { accessToken } = tokensOf(await openLink(mail));
  const chosen = await call(service.auth, "PUT", "user", {
    token: accessToken,
    body: { password: goodPassword },
  });
  expect(chosen.status).toBe(200);
  expect((await signIn(email)).status).toBe(200);
});

test("where sign-up is closed nobody can create an account, and invited and existing users can sign in", async () => {
  const closed = await startTestService({
    autoconfirm: false,
    signupDisabled: true,
    database: withoutClose(service.database),
  });
  onTestFinished(() => closed.close());
  const ask = (target: string, body: object, as = {}) =>
    call(closed.auth, "POST", target, { body, ...as });
  const settings = await call(closed.auth, "GET", "settings");
  expect(settings.body).toMatchObject({ disable_signup: true });
  const { email: known } = await newPerson();
  const unknown = newAddress();
  for (const email of [known, unknown]) {
    expect(await ask("signup", { email, password: goodPassword })).toMatchObject({
      status: 422,
      body: { code: "signup_disabled", message: "Signups not allowed for this instance" },
    });
    expect((await ask("otp", { email })).status).toBe(200);
  }
  expect((await closed.mailTo(known)).kind).toBe("magiclink");
  const { body } = await call(closed.auth, "GET", `admin/users?filter=${unknown}`, admin);
  expect(body.users).toEqual([]);
  const invited = newAddress();
  await ask("invite", { email: invited }, admin);
  expect((await ask("verify", linkOf(await closed.mailTo(invited)))).status).toBe(200);
});
