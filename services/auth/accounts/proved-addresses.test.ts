import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mail } from "../index";
import { confirmedPerson } from "../testing/mail";
import {
  call,
  goodPassword,
  newAddress,
  startTestService,
  type TestService,
  tokensOf,
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

const signIn = (email: string) =>
  post("token?grant_type=password", { email, password: goodPassword });
const newPerson = () => confirmedPerson(service);

describe("an email address that is proved in another way", () => {
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
      "a recovery email",
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

  test.each(ways)("by %s gets nothing from a stranger's sign-up", async (_, ask) => {
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

  test.each(ways.slice(0, 2))("by the code of %s gets nothing either", async (_, ask) => {
    const email = await squatted();
    expect((await typeCode(await ask(email), "email")).status).toBe(200);
    await expectOwners(email);
  });

  test.each(["signup", "invite", "magiclink", "recovery"])(
    "by a generated link of type %s gets what the administrator entered",
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

  test("by an administrator gets the only sign-up, and nothing when there are several", async () => {
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

test("what an administrator entered stays when the address is proved, without a sign-up's password", async () => {
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
  // The invited user may press the button in the mail of a stranger's sign-up.
  const { mail } = await signUpAs(other, stranger);
  expect((await openLink(mail)).body).toMatchObject({
    disputed_sign_up: true,
    user: { user_metadata: { full_name: "Ada" } },
  });
  expect(await opens(other, strangersPassword)).toBe(false);
  expect((await openLink(invitation)).status).toBe(403);
});

test("a stranger who requests another mail does not end an invitation's link", async () => {
  const email = newAddress();
  await post("invite", { email, data: { full_name: "Ada" } }, admin);
  const invitation = await nextMail(email);
  await post("resend", { type: "signup", email });
  const again = await nextMail(email);
  expect((await openLink(invitation)).body.user).toMatchObject({
    user_metadata: { full_name: "Ada" },
  });
  expect((await openLink(again)).status).toBe(403);

  const other = newAddress();
  await post("invite", { email: other }, admin);
  await nextMail(other);
  await post("resend", { type: "signup", email: other });
  expect((await openLink(await nextMail(other))).body).toMatchObject({ disputed_sign_up: true });
});

test("an invitation's link works after a stranger's sign-up, without the stranger's password", async () => {
  const email = newAddress();
  await post("invite", { email, data: { full_name: "Ada" } }, admin);
  const invitation = await nextMail(email);
  await signUpAs(email, stranger);
  expect((await openLink(invitation)).body.user).toMatchObject({
    user_metadata: { full_name: "Ada" },
  });
  await expectOwners(email);
});

describe("a new email address", () => {
  /** @param earlier how many mails the new address has got */
  async function askForChange(newEmail = newAddress(), earlier = 0) {
    const { email, accessToken } = await newPerson();
    const reply = await call(service.auth, "PUT", "user", {
      token: accessToken,
      body: { email: newEmail },
    });
    expect(reply.body).toMatchObject({ email, new_email: newEmail });
    const toOld = await service.mailTo(email, 1);
    const toNew = await service.mailTo(newEmail, earlier);
    return { email, newEmail, accessToken, toOld, toNew };
  }

  test("takes effect once both addresses have confirmed it", async () => {
    const { email, newEmail, toOld, toNew } = await askForChange();
    expect((await openLink(toNew)).body).toEqual({
      msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      code: "200",
    });
    expect((await openLink(toNew)).status).toBe(403);
    expect((await signIn(newEmail)).status).toBe(400);
    expect((await openLink(toOld)).body.user).toMatchObject({
      email: newEmail,
      identities: [{ identity_data: { email: newEmail } }],
    });
    expect((await signIn(newEmail)).status).toBe(200);
    expect((await signIn(email)).status).toBe(400);
  });

  test("that another account signed up with in the meantime is refused", async () => {
    const { newEmail, toOld, toNew } = await askForChange();
    await openLink(toOld);
    await call(service.auth, "POST", "admin/users", { ...admin, body: { email: newEmail } });
    expect((await openLink(toNew)).body.code).toBe("email_exists");
  });

  test("is not blocked by a stranger's unconfirmed sign-up, which ends with the confirmation", async () => {
    const newEmail = newAddress();
    const signUp = await post("signup", { email: newEmail, password: "an intruder's password" });
    expect(signUp.status).toBe(200);
    const strangers = await service.mailTo(newEmail);
    const { toOld, toNew } = await askForChange(newEmail, 1);
    await openLink(toOld);
    const users = () =>
      service.database.query("select id from auth.users where email = $1", [newEmail]);
    expect(await users()).toEqual([{ id: signUp.body.id }]);
    expect((await openLink(toNew)).body.user).toMatchObject({ email: newEmail });
    expect(await users()).toHaveLength(1);
    expect((await openLink(strangers)).body.code).toBe("otp_expired");
    expect((await signIn(newEmail)).status).toBe(200);
  });

  test("to an address whose owner confirms their own sign-up first is refused", async () => {
    const newEmail = newAddress();
    await post("signup", { email: newEmail, password: goodPassword });
    const owners = await service.mailTo(newEmail);
    const { toOld, toNew } = await askForChange(newEmail, 1);
    await openLink(toOld);
    expect((await openLink(owners)).status).toBe(200);
    expect((await openLink(toNew)).body.code).toBe("email_exists");
  });

  test("cannot be set together with a new password", async () => {
    const { accessToken, toOld, toNew } = await askForChange();
    await call(service.auth, "PUT", "user", {
      token: accessToken,
      body: { password: "a different sentence" },
    });
    expect((await openLink(toOld)).status).toBe(403);
    expect((await openLink(toNew)).status).toBe(403);
  });
});
