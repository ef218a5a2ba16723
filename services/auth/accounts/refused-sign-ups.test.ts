import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mail } from "../index";
import { linkOf } from "../testing/mail";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  startTestService,
  type TestService,
} from "../testing/service";

/* A sign-up that gets no mail, because a stranger's has just been sent there, is not lost. */

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ autoconfirm: false });
});
afterAll(() => service.close());

const strangersPassword = "an intruder's password";

const post = (target: string, body: object, visitor = newVisitor()) =>
  call(service.auth, "POST", target, { body, visitor });

const openLink = (mail: Mail) => post("verify", linkOf(mail));

const tooSoon = { status: 429, body: { code: "over_email_send_rate_limit" } };

const pending = (email: string) =>
  service.database.query(
    "select from auth.pending_sign_ups p join auth.users u on u.id = p.user_id where u.email = $1",
    [email],
  );

test("the owner's sign-up within a minute of a stranger's makes the stranger's disputed", async () => {
  const email = newAddress();
  await post("signup", { email, password: strangersPassword });
  expect(await post("signup", { email, password: goodPassword })).toMatchObject(tooSoon);
  expect((await openLink(await service.mailTo(email))).body.disputed_sign_up).toBe(true);
});

test("a request for another mail does not keep the owner's sign-up from being recorded", async () => {
  const email = newAddress();
  await post("resend", { type: "signup", email });
  expect(await post("signup", { email, password: goodPassword })).toMatchObject(tooSoon);
  service.wait(61);
  await post("signup", { email, password: strangersPassword });
  expect((await openLink(await service.mailTo(email))).body.disputed_sign_up).toBe(true);
});

test("a sign-up whose network has used up its mails is recorded beside a stranger's", async () => {
  const frugal = await startTestService({ autoconfirm: false, mailsPerHour: 6 });
  try {
    const visitor = newVisitor();
    const signUp = (email: string, password: string, from: string) =>
      call(frugal.auth, "POST", "signup", { body: { email, password }, visitor: from });
    const email = newAddress();
    await signUp(email, strangersPassword, newVisitor());
    await signUp(newAddress(), goodPassword, visitor);
    frugal.wait(61);
    const unknown = newAddress();
    for (const to of [email, unknown]) {
      expect(await signUp(to, goodPassword, visitor)).toMatchObject(tooSoon);
    }
    const rows = await frugal.database.query("select from auth.users where email = $1", [unknown]);
    expect(rows).toEqual([]);
    const mail = await frugal.mailTo(email);
    const { body } = await call(frugal.auth, "POST", "verify", { body: linkOf(mail) });
    expect(body.disputed_sign_up).toBe(true);
  } finally {
    await frugal.close();
  }
});

test("strangers cannot push out the owner's link by sign-ups without a mail", async () => {
  const email = newAddress();
  await post("signup", { email, password: goodPassword });
  for (let count = 0; count < 4; count++) {
    expect(await post("signup", { email, password: strangersPassword })).toMatchObject(tooSoon);
  }
  expect(await pending(email)).toHaveLength(2);
  expect((await openLink(await service.mailTo(email))).status).toBe(200);
});

describe("a person who signs up twice with one password", () => {
  const signUp = (email: string) => post("signup", { email, password: goodPassword });

  test("at once, as by a double click, disputes nothing", async () => {
    const email = newAddress();
    const replies = await Promise.all([signUp(email), signUp(email)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(await pending(email)).toHaveLength(1);
    const { body } = await openLink(await service.mailTo(email));
    expect(body).toMatchObject({ user: { email } });
    expect(body).not.toHaveProperty("disputed_sign_up");
    expect(
      (await post("token?grant_type=password", { email, password: goodPassword })).status,
    ).toBe(200);
  });

  test("a minute apart gets in by either mail, and is asked for nothing", async () => {
    const email = newAddress();
    await signUp(email);
    service.wait(61);
    expect((await signUp(email)).status).toBe(200);
    await service.mailTo(email, 1);
    const { status, body } = await openLink(await service.mailTo(email));
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("disputed_sign_up");
  });

  test("is disputed by a stranger's sign-up all the same", async () => {
    const email = newAddress();
    await signUp(email);
    await signUp(email);
    await post("signup", { email, password: strangersPassword });
    expect((await openLink(await service.mailTo(email))).body.disputed_sign_up).toBe(true);
  });
});

test("equal passwords of two accounts have different hashes", async () => {
  const emails = [newAddress(), newAddress()];
  for (const email of emails) await post("signup", { email, password: goodPassword });
  const hashes = await service.database.query<{ encrypted_password: string }>(
    "select distinct encrypted_password from auth.users where email = any($1)",
    [emails],
  );
  expect(hashes).toHaveLength(2);
});

test("a stranger's request for a link at the address of someone who signs up gives the stranger nothing", async () => {
  const email = newAddress();
  await post("otp", { email, data: { full_name: "Mallory" } });
  const mail = await service.mailTo(email);
  await post("signup", { email, password: goodPassword });
  expect((await openLink(mail)).body.disputed_sign_up).toBe(true);
  // And at the address of someone who requests one as well: the account has no password.
  const another = newAddress();
  await post("otp", { email: another, data: { full_name: "Mallory" } });
  expect(await post("otp", { email: another })).toMatchObject(tooSoon);
  expect((await openLink(await service.mailTo(another))).status).toBe(200);
  const [user] = await service.database.query(
    "select encrypted_password from auth.users where email = $1",
    [another],
  );
  expect(user).toEqual({ encrypted_password: "" });
});
