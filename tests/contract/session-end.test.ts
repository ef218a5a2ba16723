import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAddress, newVisitor, publishableKey, secretKey } from "@platen/auth/testing/service";
import {
  type Account,
  type AccountSite,
  openAccountSite,
  type Visitor,
} from "./support/account-site";
import { adminClient, visitorClient } from "./support/auth-clients";
import { claimsOf } from "./support/second-factors";

/* When a session ends: it was replaced, it expired, or its owner ended it. */

let site: AccountSite;

beforeAll(async () => {
  site = await openAccountSite();
});
afterAll(() => site.close());

const target = () => ({ url: site.service.url, publishableKey, secretKey });

const sessionsOf = ({ id }: Pick<Account, "id">) =>
  site.database.query<{ id: string }>("select id from auth.sessions where user_id = $1", [id]);

/** The link that an administrator creates instead of a mail. */
async function openLink(visitor: Visitor, type: "magiclink" | "recovery", email: string) {
  const { action } = await import("~/routes/auth-confirm");
  const { data } = await adminClient(target()).auth.admin.generateLink({ type, email });
  const token_hash = data.properties?.hashed_token ?? "";
  return visitor.send(action, "/auth/confirm", { token_hash, type });
}

describe("signing in over an existing session", () => {
  test("ends the browser's session of the same user", async () => {
    const { visitor, ...account } = await site.signedIn();
    const [before] = await sessionsOf(account);
    await visitor.logIn(account);
    const after = await sessionsOf(account);
    expect(after).toHaveLength(1);
    expect(after).not.toContainEqual(before);
  });

  test("ends another user's as well, and no session elsewhere", async () => {
    const { visitor, ...first } = await site.signedIn();
    await (await site.newVisitor()).logIn(first);
    const second = await site.newAccount();
    await visitor.logIn(second);
    expect(await sessionsOf(first)).toHaveLength(1);
    expect(await sessionsOf(second)).toHaveLength(1);
  });

  test("ends it even when its access token has expired", async () => {
    site.service.wait(-2 * 3600);
    const { visitor, ...account } = await site.signedIn();
    site.service.wait(2 * 3600);
    await visitor.logIn(account);
    expect(await sessionsOf(account)).toHaveLength(1);
  });

  test("ends one that lacks its second factor, which the new one lacks as well", async () => {
    const account = await site.newAccount();
    const { auth } = visitorClient(target());
    await auth.signInWithPassword(account);
    const { data: factor } = await auth.mfa.enroll({ factorType: "totp" });
    const secret = Secret.fromBase32(factor?.totp.secret ?? "");
    const code = new TOTP({ secret }).generate();
    await auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code });
    expect(await sessionsOf(account)).toHaveLength(1);

    const visitor = await site.newVisitor();
    for (let time = 0; time < 3; time++) {
      expect((await visitor.logIn(account)).location).toMatch(/^\/login\/second-factor/);
      expect(await sessionsOf(account)).toHaveLength(2);
    }
    await openLink(visitor, "magiclink", account.email);
    expect(await sessionsOf(account)).toHaveLength(2);
  });

  test("by a mailed link ends it, and with an expired link does not", async () => {
    const { visitor, ...account } = await site.signedIn();
    const [before] = await sessionsOf(account);
    await openLink(visitor, "magiclink", account.email);
    const [after, ...others] = await sessionsOf(account);
    expect(others).toEqual([]);
    expect(after).not.toEqual(before);
    const { action } = await import("~/routes/auth-confirm");
    const spent = { token_hash: "none", type: "magiclink" };
    expect((await visitor.send(action, "/auth/confirm", spent)).status).toBe(400);
    expect(await sessionsOf(account)).toEqual([after]);
  });

  test("by a mailed link names its account before, but none to a visitor or for a session that has ended", async () => {
    const { loader } = await import("~/routes/auth-confirm");
    const path = "/auth/confirm?token_hash=made-up&type=signup";
    const { visitor, ...account } = await site.signedIn();
    const signedInAs = account.email;
    expect(await visitor.open(loader, path)).toMatchObject({ data: { signedInAs } });
    expect(await (await site.newVisitor()).open(loader, path)).toMatchObject({
      data: { signedInAs: null },
    });
    await site.database.query("delete from auth.sessions where user_id = $1", [account.id]);
    expect(await visitor.open(loader, path)).toMatchObject({ data: { signedInAs: null } });
  });

  test("by signing up ends it", async () => {
    const { visitor, ...account } = await site.signedIn();
    const { action } = await import("~/routes/signup");
    const fields = { email: newAddress(), password: account.password, fullName: "Ada" };
    expect((await visitor.send(action, "/signup", fields)).status).toBe(302);
    expect(await sessionsOf(account)).toEqual([]);
  });

  test("with a wrong password keeps it", async () => {
    const { visitor, ...account } = await site.signedIn();
    const before = await sessionsOf(account);
    const { action } = await import("~/routes/login");
    const fields = { email: account.email, password: "not the password" };
    expect((await visitor.send(action, "/login", fields)).status).toBe(400);
    expect(await sessionsOf(account)).toEqual(before);
  });
});

test("browsers keep the cookie for 30 days, and delete it when the user signs out", async () => {
  const { openSession } = await import("~/account/session/session.server");
  const { email, password } = await site.newAccount();
  const responseHeaders = new Headers();
  const request = new Request("http://localhost:3000/login");
  await openSession(request, responseHeaders, newVisitor()).auth.signInWithPassword({
    email,
    password,
  });
  const given = responseHeaders.getSetCookie().filter((cookie) => cookie.startsWith("session="));
  expect(given).toEqual([expect.stringContaining(`Max-Age=${30 * 24 * 3600};`)]);

  const [cookie = ""] = given[0]?.split(";") ?? [];
  const later = new Request("http://localhost:3000/logout", { headers: { Cookie: cookie } });
  const taken = new Headers();
  await openSession(later, taken, newVisitor()).auth.signOut({ scope: "local" });
  expect(taken.getSetCookie()).toEqual([expect.stringMatching(/^session=;.*Max-Age=0;/)]);
});

describe("ending sessions on the security page", () => {
  const path = "/dashboard/security";

  test.each(["end-session", "end-other-sessions"])(
    "by %s requires a fresh sign-in",
    async (intent) => {
      site.service.wait(-16 * 60);
      const { visitor, ...account } = await site.signedIn();
      await (await site.newVisitor()).logIn(account);
      site.service.wait(16 * 60);
      const before = await sessionsOf(account);
      const { action } = await import("~/routes/dashboard-security");
      for (const { id } of before) {
        const response = await visitor.send(action, path, { intent, id });
        const back = encodeURIComponent(`${path}?unfinished=`);
        expect(response.location).toContain(`/login/again?redirectTo=${back}`);
      }
      expect(await sessionsOf(account)).toEqual(before);

      const { action: confirm } = await import("~/routes/login-again");
      await visitor.send(confirm, "/login/again", { password: account.password });
      const others = await sessionsOf(account);
      for (const { id } of others) await visitor.send(action, path, { intent, id });
      expect((await sessionsOf(account)).length).toBeLessThan(others.length);
    },
  );
});

test("a form whose session ends before it is saved leads to the login", async () => {
  const { visitor, ...account } = await site.signedIn();
  const claims = await claimsOf(visitor);
  await site.database.query("delete from auth.sessions where user_id = $1", [account.id]);
  const { saveProfile } = await import("~/account/profile/profile.server");
  const picture = { hash: "0".repeat(64), bytes: Buffer.from("a") };
  await expect(saveProfile(claims, { fullName: "Ada", picture })).rejects.toMatchObject({
    status: 302,
  });
});
