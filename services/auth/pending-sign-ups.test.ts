import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Mail } from "./index";
import { codeOf, linkOf } from "./testing/mail";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  secretKey,
  startTestService,
  type TestService,
  tokensOf,
} from "./testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ autoconfirm: false });
});
afterAll(() => service.close());

const strangersPassword = "an intruder's password";

const post = (target: string, body: object, as = {}) =>
  call(service.auth, "POST", target, { body, visitor: newVisitor(), ...as });

const admin = { key: secretKey, token: secretKey };

const openLink = (mail: Mail) => post("verify", linkOf(mail));

const typeCode = (mail: Mail, type = "signup") =>
  post("verify", { type, email: mail.to, token: codeOf(mail) });

/** Whether that password opens the account. */
async function opens(email: string, password: string): Promise<boolean> {
  const { status } = await post("token?grant_type=password", { email, password });
  return status === 200;
}

const seen = new Map<string, number>();

/** The next mail to that address. A minute later, because only one of a kind is sent per minute. */
async function nextMail(email: string): Promise<Mail> {
  const count = seen.get(email) ?? 0;
  const mail = await service.mailTo(email, count);
  seen.set(email, count + 1);
  service.wait(61);
  return mail;
}

/** Signs up, and returns its mail. */
async function signUpAs(
  email: string,
  { password, name, challenge }: { password: string; name: string; challenge?: string },
) {
  const reply = await post("signup", {
    email,
    password,
    data: { full_name: name },
    ...(challenge && { code_challenge: challenge, code_challenge_method: "s256" }),
  });
  expect(reply.status).toBe(200);
  return { mail: await nextMail(email), reply };
}

const owner = { password: goodPassword, name: "Ada" };
const stranger = { password: strangersPassword, name: "Mallory" };

/** The account's data that a stranger may have entered. */
async function account(email: string) {
  const { body } = await call(service.auth, "GET", `admin/users?filter=${email}`, admin);
  return JSON.stringify(body);
}

async function expectOwners(email: string) {
  expect(await opens(email, strangersPassword)).toBe(false);
  expect(await account(email)).not.toContain("Mallory");
}

describe("of several sign-ups with one address", () => {
  test("the one whose link is opened gives the password and the name, a stranger's before it does not", async () => {
    const email = newAddress();
    await signUpAs(email, stranger);
    const { mail } = await signUpAs(email, owner);
    expect((await openLink(mail)).body.user).toMatchObject({
      user_metadata: { full_name: "Ada", email, email_verified: true },
      identities: [{ identity_data: { full_name: "Ada", email, email_verified: true } }],
    });
    expect(await opens(email, goodPassword)).toBe(true);
    await expectOwners(email);
  });

  test("each has a link that works, whoever signed up since; with it all others end", async () => {
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
    expect(await opens(email, `${goodPassword} 1`)).toBe(true);
    expect(await opens(email, `${goodPassword} 3`)).toBe(false);
    await expectOwners(email);
  });

  test("a typed code decides like the link beside it", async () => {
    const email = newAddress();
    await signUpAs(email, stranger);
    const { mail } = await signUpAs(email, owner);
    await signUpAs(email, stranger);
    expect((await typeCode(mail)).status).toBe(200);
    expect(await opens(email, goodPassword)).toBe(true);
    await expectOwners(email);
  });

  test("with PKCE each link hands its code to the browser that signed up by it", async () => {
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
    expect(await opens(email, goodPassword)).toBe(true);
    await expectOwners(email);
  });

  test("thirty wait, and older ones end", async () => {
    const email = newAddress();
    const { mail: first } = await signUpAs(email, owner);
    const { mail: second } = await signUpAs(email, owner);
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
    expect(await rows()).toHaveLength(31);
    expect((await openLink(second)).body.code).toBe("otp_expired");
    expect((await openLink(first)).status).toBe(200);
  });

  test("the answers are like those for a new address", async () => {
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

  test("brings no password when several people may have signed up, and leaves their own links alone", async () => {
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
    expect((await openLink(mail)).status).toBe(200);
    expect(await opens(other, goodPassword)).toBe(true);
  });
});

describe("an address that is proved in another way", () => {
  /** A stranger's sign-up, with sessions and an authenticator as if it had once been confirmed. */
  async function squatted() {
    const email = newAddress();
    await signUpAs(email, stranger);
    const [user] = await service.database.query<{ id: string }>(
      "select id from auth.users where email = $1",
      [email],
    );
    const id = user?.id ?? "";
    await service.database.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Mallory''s', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
      [id],
    );
    await service.database.query(
      "insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (gen_random_uuid(), $1, now(), now(), 'aal2')",
      [id],
    );
    return email;
  }

  const ways: [string, (email: string) => Promise<Mail>][] = [
    [
      "a recovery mail",
      async (email) => {
        await post("recover", { email });
        return nextMail(email);
      },
    ],
    [
      "a mail that signs in",
      async (email) => {
        await post("otp", { email });
        return nextMail(email);
      },
    ],
    [
      "an invitation",
      async (email) => {
        await post("invite", { email, data: { full_name: "Ada" } }, admin);
        return nextMail(email);
      },
    ],
  ];

  test.each(ways)("by %s keeps nothing of a stranger's sign-up", async (_, ask) => {
    const email = await squatted();
    const confirmed = await openLink(await ask(email));
    expect(confirmed.body.user).toMatchObject({ identities: [{ identity_data: { email } }] });
    expect(confirmed.body.user).not.toHaveProperty("factors");
    await expectOwners(email);
    const { accessToken: token } = tokensOf(confirmed);
    const sessions = await service.database.query(
      "select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1",
      [email],
    );
    expect(sessions).toHaveLength(1);
    const chosen = await call(service.auth, "PUT", "user", {
      token,
      body: { password: goodPassword },
    });
    expect(chosen.status).toBe(200);
    expect(await opens(email, goodPassword)).toBe(true);
  });

  test.each(ways.slice(0, 2))("by the code of %s does not either", async (_, ask) => {
    const email = await squatted();
    expect((await typeCode(await ask(email), "email")).status).toBe(200);
    await expectOwners(email);
  });

  test.each(["signup", "invite", "magiclink", "recovery"])(
    "by a generated link of the type %s brings what the administrator gave",
    async (type) => {
      const email = await squatted();
      const { body } = await post(
        "admin/generate_link",
        { type, email, password: goodPassword, data: { full_name: "Ada" } },
        admin,
      );
      const { hashed_token: token_hash } = body;
      const confirmed = await post("verify", { type, token_hash });
      expect(confirmed.status).toBe(200);
      expect(await opens(email, goodPassword)).toBe(type === "signup");
      await expectOwners(email);
    },
  );

  test("by an administrator keeps the only sign-up, and nothing of several", async () => {
    const confirm = (id: unknown) =>
      call(service.auth, "PUT", `admin/users/${String(id)}`, {
        ...admin,
        body: { email_confirm: true },
      });
    const email = newAddress();
    const { reply } = await signUpAs(email, owner);
    expect((await confirm(reply.body.id)).body.email_confirmed_at).toBeTruthy();
    expect(await opens(email, goodPassword)).toBe(true);

    const disputed = newAddress();
    await signUpAs(disputed, stranger);
    const { reply: second } = await signUpAs(disputed, owner);
    expect((await confirm(second.body.id)).body.email_confirmed_at).toBeTruthy();
    await expectOwners(disputed);
  });
});

test("what an administrator entered stays when the address is proved, and the link of a sign-up adds its password", async () => {
  const email = newAddress();
  const made = { email, user_metadata: { full_name: "Ada", team: "Engines" } };
  await post("admin/users", made, admin);
  await post("otp", { email });
  expect((await openLink(await nextMail(email))).body.user).toMatchObject({
    user_metadata: { full_name: "Ada", team: "Engines" },
  });

  const other = newAddress();
  await post("invite", { email: other, data: { full_name: "Ada" } }, admin);
  const invitation = await nextMail(other);
  const { mail } = await signUpAs(other, owner);
  await signUpAs(other, stranger);
  expect((await openLink(mail)).body.user).toMatchObject({ user_metadata: { full_name: "Ada" } });
  expect(await opens(other, goodPassword)).toBe(true);
  expect((await openLink(invitation)).status).toBe(403);
});

test("an invitation's link works although a stranger has signed up since, without the stranger's password", async () => {
  const email = newAddress();
  await post("invite", { email, data: { full_name: "Ada" } }, admin);
  const invitation = await nextMail(email);
  await signUpAs(email, stranger);
  expect((await openLink(invitation)).body.user).toMatchObject({
    user_metadata: { full_name: "Ada" },
  });
  await expectOwners(email);
});

test("whoever signed up last is told to confirm the address when they sign in", async () => {
  const email = newAddress();
  await signUpAs(email, stranger);
  await signUpAs(email, owner);
  const signIn = (password: string) => post("token?grant_type=password", { email, password });
  expect((await signIn(goodPassword)).body.code).toBe("email_not_confirmed");
  expect((await signIn(strangersPassword)).body.code).toBe("invalid_credentials");
});

test("a mail to the address that an account had before confirms nothing once an administrator has changed it", async () => {
  const email = newAddress();
  const { mail, reply } = await signUpAs(email, owner);
  const moved = newAddress();
  await call(service.auth, "PUT", `admin/users/${String(reply.body.id)}`, {
    ...admin,
    body: { email: moved },
  });
  expect((await openLink(mail)).body.code).toBe("otp_expired");
});

test("a mail to a deleted account confirms nothing, whether its row is gone or kept", async () => {
  for (const should_soft_delete of [false, true]) {
    const { mail, reply } = await signUpAs(newAddress(), owner);
    const target = `admin/users/${String(reply.body.id)}`;
    await call(service.auth, "DELETE", target, { ...admin, body: { should_soft_delete } });
    expect((await openLink(mail)).body.code).toBe("otp_expired");
  }
});

test("a sign-up's metadata is as small as an account's", async () => {
  const email = newAddress();
  await signUpAs(email, owner);
  const large = { email, password: goodPassword, data: { note: "x".repeat(4096) } };
  expect(await post("signup", large)).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

test("accounts that waited when the service learned of this keep their mails, and nothing of a stranger's", async () => {
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
     delete from private_migrations.applied where name = '0005_pending_sign_ups.sql';`,
  );
  const after = await startTestService({
    autoconfirm: false,
    database: { ...service.database, close: async () => {} },
  });
  onTestFinished(() => after.close());
  expect((await openLink(mail)).status).toBe(200);
  expect(await opens(confirmed, goodPassword)).toBe(true);
  await post("recover", { email: recovered });
  expect((await openLink(await nextMail(recovered))).status).toBe(200);
  await expectOwners(recovered);
});
