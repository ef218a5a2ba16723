import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { withoutClose } from "@platen/postgres/testing/without-close";
import type { Mail } from "../index";
import { linkOf } from "../testing/mail";
import {
  call,
  goodPassword,
  newAddress,
  startTestService,
  type TestService,
} from "../testing/service";
import { admin, owner, signUpsOn, stranger, strangersPassword } from "../testing/sign-ups";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ autoconfirm: false });
});
afterAll(() => service.close());

const { post, openLink, typeCode, opens, nextMail, signUpAs, expectOwners } = signUpsOn(
  () => service,
);

describe("of several sign-ups with one email address", () => {
  test("the one whose link is opened sets the name, and no password opens the account", async () => {
    const email = newAddress();
    await signUpAs(email, stranger);
    const { mail } = await signUpAs(email, owner);
    expect((await openLink(mail)).body.user).toMatchObject({
      user_metadata: { full_name: "Ada", email, email_verified: true },
      identities: [{ identity_data: { full_name: "Ada", email, email_verified: true } }],
    });
    expect(await opens(email, goodPassword)).toBe(false);
    await expectOwners(email);
  });

  test("each has a link that works, even after later sign-ups; opening one ends all others", async () => {
    const email = newAddress();
    const mails: Mail[] = [];
    for (const [index, who] of [stranger, owner, stranger, owner, stranger].entries()) {
      const person = { ...who, password: `${who.password} ${index}` };
      mails.push((await signUpAs(email, person)).mail);
    }
    const [mail, ...others] = [...mails.splice(1, 1), ...mails];
    if (!mail) throw new Error("No mail came.");
    expect(await openLink(mail)).toMatchObject({ status: 200, body: { disputed_sign_up: true } });
    for (const other of others) expect((await openLink(other)).body.code).toBe("otp_expired");
    for (const count of [1, 3]) {
      expect(await opens(email, `${goodPassword} ${count}`)).toBe(false);
    }
    await expectOwners(email);
  });

  test("a typed code has the effect of the link beside it", async () => {
    const email = newAddress();
    await signUpAs(email, stranger);
    const { mail } = await signUpAs(email, owner);
    await signUpAs(email, stranger);
    expect((await typeCode(mail)).body.disputed_sign_up).toBe(true);
    expect(await opens(email, goodPassword)).toBe(false);
    await expectOwners(email);
  });

  test("the codes of the five newest may be typed, because a guess may be any of them", async () => {
    const email = newAddress();
    const mails: Mail[] = [];
    for (let count = 0; count < 6; count++) mails.push((await signUpAs(email, owner)).mail);
    const [oldest, second] = mails;
    if (!oldest || !second) throw new Error("No mail came.");
    expect((await typeCode(oldest)).status).toBe(403);
    expect((await typeCode(second)).status).toBe(200);
    const other = newAddress();
    const { mail } = await signUpAs(other, owner);
    for (let count = 0; count < 5; count++) await signUpAs(other, owner);
    expect((await openLink(mail)).status).toBe(200);
  });

  test("with PKCE each link returns its code to the browser that signed up", async () => {
    const email = newAddress();
    const verifier = randomBytes(32).toString("base64url");
    const challengeOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");
    const { mail } = await signUpAs(email, { ...owner, challenge: challengeOf(verifier) });
    const strangers = randomBytes(32).toString("base64url");
    await signUpAs(email, { ...stranger, challenge: challengeOf(strangers) });
    const { token_hash: token, type } = linkOf(mail);
    const opened = await call(service.auth, "GET", `verify?token=${token}&type=${type}`);
    const code = new URL(opened.headers.get("location") ?? "").searchParams.get("code");
    const exchange = (code_verifier: string) =>
      post("token?grant_type=pkce", { auth_code: code, code_verifier });
    expect((await exchange(strangers)).body.code).toBe("bad_code_verifier");
    expect((await exchange(verifier)).body.user).toMatchObject({
      user_metadata: { full_name: "Ada" },
    });
    expect(await opens(email, goodPassword)).toBe(false);
    await expectOwners(email);
  });

  test("the newest thirty and the newest of another password are pending, and older ones end", async () => {
    const email = newAddress();
    const { mail: first } = await signUpAs(email, owner);
    const { mail: second } = await signUpAs(email, owner);
    await signUpAs(email, owner);
    const rows = () =>
      service.database.query(
        "select from auth.pending_sign_ups p join auth.users u on u.id = p.user_id where u.email = $1",
        [email],
      );
    for (let count = 0; count < 31; count++) {
      await post("otp", { email });
      await nextMail(email);
    }
    // The one that created the account also stays: it distinguishes a stranger's account from an
    // administrator's.
    expect(await rows()).toHaveLength(32);
    expect((await openLink(second)).body.code).toBe("otp_expired");
    expect((await openLink(first)).status).toBe(200);
  });

  test("a stranger who signs up again and again does not end the dispute", async () => {
    const email = newAddress();
    await signUpAs(email, stranger);
    const { mail } = await signUpAs(email, owner);
    for (let count = 0; count < 31; count++) await signUpAs(email, stranger);
    expect((await openLink(mail)).body).toMatchObject({
      disputed_sign_up: true,
      user: { user_metadata: { full_name: "Ada" } },
    });
    expect(await opens(email, strangersPassword)).toBe(false);
  });

  test("the responses are like those for a new address", async () => {
    const email = newAddress();
    const fresh = await signUpAs(email, stranger);
    const again = await signUpAs(email, owner);
    const invited = newAddress();
    await post("invite", { email: invited, data: { full_name: "Grace" } }, admin);
    await nextMail(invited);
    const guest = await signUpAs(invited, owner);
    const shape = (body: Record<string, unknown>) =>
      JSON.stringify(body, (key, value: unknown) =>
        typeof value === "string" && /(_at|id|sub|email|name)$/.test(key) ? key : value,
      );
    for (const { reply } of [again, guest]) {
      expect(shape(reply.body)).toBe(shape(fresh.reply.body));
      expect(reply.body).toMatchObject({ user_metadata: { full_name: "Ada" } });
      expect(reply.body.created_at).toBe(reply.body.confirmation_sent_at);
    }
  });
});

describe("a mail that is sent again", () => {
  const resend = async (email: string) => {
    expect((await post("resend", { type: "signup", email })).status).toBe(200);
    return nextMail(email);
  };

  test("confirms the only sign-up, also the next day, and ends its older link", async () => {
    const email = newAddress();
    const { mail: older } = await signUpAs(email, owner);
    service.wait(24 * 3600);
    const newer = await resend(email);
    expect((await openLink(older)).status).toBe(403);
    const { body } = await openLink(newer);
    expect(body.user).toMatchObject({ user_metadata: { full_name: "Ada" } });
    expect(body).not.toHaveProperty("disputed_sign_up");
    expect(await opens(email, goodPassword)).toBe(true);
  });

  test("sets no password when several people may have signed up, and keeps their own links valid", async () => {
    const email = newAddress();
    await signUpAs(email, stranger);
    const { mail: owners } = await signUpAs(email, owner);
    await signUpAs(email, stranger);
    expect((await openLink(await resend(email))).status).toBe(200);
    await expectOwners(email);
    expect((await openLink(owners)).status).toBe(403);

    const other = newAddress();
    await signUpAs(other, stranger);
    const { mail } = await signUpAs(other, owner);
    await resend(other);
    expect((await openLink(mail)).body.disputed_sign_up).toBe(true);
    await expectOwners(other);
  });
});

test("a sign-in with the password of a pending sign-up gets the response of a taken and of an unknown address", async () => {
  const email = newAddress();
  await signUpAs(email, stranger);
  await signUpAs(email, owner);
  const taken = newAddress();
  await openLink((await signUpAs(taken, owner)).mail);
  const guesses = [
    { email, password: goodPassword },
    { email, password: strangersPassword },
    { email: taken, password: strangersPassword },
    { email: newAddress(), password: strangersPassword },
  ];
  for (const guess of guesses) {
    expect(await post("token?grant_type=password", guess)).toMatchObject({
      status: 400,
      body: { code: "invalid_credentials", message: "Invalid login credentials" },
    });
  }
});

test("a mail to an account's previous address confirms nothing once an administrator has changed it", async () => {
  const email = newAddress();
  const { mail, reply } = await signUpAs(email, owner);
  const moved = newAddress();
  await call(service.auth, "PUT", `admin/users/${String(reply.body.id)}`, {
    ...admin,
    body: { email: moved },
  });
  expect((await openLink(mail)).body.code).toBe("otp_expired");
});

test("a mail to a deleted account confirms nothing, whether its row is gone or not", async () => {
  for (const should_soft_delete of [false, true]) {
    const { mail, reply } = await signUpAs(newAddress(), owner);
    const target = `admin/users/${String(reply.body.id)}`;
    await call(service.auth, "DELETE", target, { ...admin, body: { should_soft_delete } });
    expect((await openLink(mail)).body.code).toBe("otp_expired");
  }
});

test("the metadata of a sign-up has the size limit of an account's", async () => {
  const email = newAddress();
  await signUpAs(email, owner);
  const large = { email, password: goodPassword, data: { note: "x".repeat(4096) } };
  expect(await post("signup", large)).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

test("accounts pending before the migration keep their mails, and nothing of a stranger's sign-up", async () => {
  const [recovered, confirmed] = [newAddress(), newAddress()];
  await signUpAs(recovered, stranger);
  const { mail } = await signUpAs(confirmed, owner);
  // As the previous release left them: one token in the hosted schema's table, and the rest in the
  // account's row.
  await service.database.execute(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at)
       select gen_random_uuid(), p.user_id, 'confirmation_token', p.token_hash, u.email, p.created_at at time zone 'utc'
       from auth.pending_sign_ups p join auth.users u on u.id = p.user_id
       on conflict do nothing;
     drop table auth.pending_sign_ups;
     drop table auth.oauth_sign_in_times;
     drop index auth.one_time_tokens_of_user;
     delete from private_migrations.applied where name >= '0005' and set = 'auth';`,
  );
  const after = await startTestService({
    autoconfirm: false,
    database: withoutClose(service.database),
  });
  onTestFinished(() => after.close());
  expect((await openLink(mail)).status).toBe(200);
  expect(await opens(confirmed, goodPassword)).toBe(true);
  await post("recover", { email: recovered });
  expect((await openLink(await nextMail(recovered))).status).toBe(200);
  await expectOwners(recovered);
});
