import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as viewerModule from "~/account/session/viewer.server";
import type * as owingModule from "~/account/session/owes-second-factor.server";
import type * as sessionsModule from "~/account/session/own-sessions.server";
import type * as authenticatorsModule from "~/account/two-factor/authenticators.server";
import type * as factorsModule from "~/account/two-factor/second-factors.server";
import type * as codesModule from "~/account/two-factor/recovery-codes.server";
import { type AccountSite, openAccountSite, type Visitor } from "./support/account-site";
import { tryAs } from "./support/row-level-access";
import { claimsOf, connect, halfSignedInOn, newPersonOn, within } from "./support/second-factors";

let site: AccountSite;
let authenticators: typeof authenticatorsModule;
let factors: typeof factorsModule;
let codes: typeof codesModule;
let own: typeof sessionsModule;
let viewer: typeof viewerModule;
let owing: typeof owingModule;

beforeAll(async () => {
  site = await openAccountSite();
  authenticators = await import("~/account/two-factor/authenticators.server");
  factors = await import("~/account/two-factor/second-factors.server");
  codes = await import("~/account/two-factor/recovery-codes.server");
  own = await import("~/account/session/own-sessions.server");
  viewer = await import("~/account/session/viewer.server");
  owing = await import("~/account/session/owes-second-factor.server");
});
afterAll(() => site.close());

const newPerson = () => newPersonOn(site);
const halfSignedIn = () => halfSignedInOn(site);

const newPassword = "a mill wheel of another color";

const redeem = (browser: Visitor, code: string, password = newPassword) =>
  within(browser, (session) => codes.redeemRecoveryCode(session, code, password));

const denied = "42501";

describe("authenticators", () => {
  test("are active after their first code; the first creates ten recovery codes, the second none", async () => {
    const { browser, ...account } = await newPerson();
    const begun = await within(browser, ({ auth }) =>
      authenticators.beginAuthenticator(auth, "Never finished"),
    );
    expect(begun).toMatchObject({ qrCode: { path: expect.stringMatching(/^M/) } });
    const elsewhere = await site.newVisitor();
    await elsewhere.logIn(account);
    expect(await owing.owesSecondFactor(await claimsOf(elsewhere))).toBe(false);

    const { recoveryCodes } = await connect(browser);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await claimsOf(browser)).aal).toBe("aal2");
    expect((await connect(browser, "Tablet")).recoveryCodes).toEqual([]);
    expect(await codes.recoveryState(await claimsOf(browser))).toMatchObject({ left: 10 });
  });

  test("that are removed stop the sessions that used them at once", async () => {
    const { browser, half, factorId, nextCode } = await halfSignedIn();
    await within(half, ({ auth }) => auth.mfa.challengeAndVerify({ factorId, code: nextCode() }));
    const lost = await claimsOf(half);
    expect(await viewer.readViewer(lost)).not.toBeNull();
    await connect(browser, "Tablet");
    const removed = await within(browser, ({ auth }) => auth.mfa.unenroll({ factorId }));
    expect(removed.error).toBeNull();
    expect(lost.aal).toBe("aal2");
    expect(await owing.owesSecondFactor(lost)).toBe(true);
    expect(await viewer.readViewer(lost)).toBeNull();
    const page = await import("~/routes/dashboard-recovery-codes");
    const path = "/dashboard/security/recovery-codes";
    expect((await half.send(page.action, path, {})).location).toMatch(/^\/login\/second-factor/);
    expect(await viewer.readViewer(await claimsOf(browser))).not.toBeNull();
  });

  test.each(["the only one", "one of two"])(
    "that are removed on the security page, %s, end all other sessions, with a mail",
    async (which) => {
      const { browser, half, email, factorId, nextCode } = await halfSignedIn();
      await within(half, ({ auth }) => auth.mfa.challengeAndVerify({ factorId, code: nextCode() }));
      if (which === "one of two") await connect(browser, "Tablet");
      const elsewhere = await claimsOf(half);
      const seen = site.service.mails.filter(({ to }) => to === email).length;
      const removed = await within(browser, (session) =>
        factors.removeSecondFactor(session, factorId),
      );
      expect(removed).toBeNull();
      expect(await viewer.readViewer(elsewhere)).toBeNull();
      const { error } = await within(half, ({ auth }) => auth.refreshSession());
      expect(error).not.toBeNull();
      expect(await own.ownSessions(await claimsOf(browser))).toHaveLength(1);
      expect(await site.service.mailTo(email, seen)).toMatchObject({
        subject: expect.stringContaining("security key was removed"),
      });
    },
  );

  test("are not added by a wrong code", async () => {
    const { browser } = await newPerson();
    const begun = await within(browser, ({ auth }) =>
      authenticators.beginAuthenticator(auth, "Phone"),
    );
    if ("error" in begun) throw begun.error;
    const wrong = await within(browser, (session) =>
      authenticators.finishAuthenticator(session, { factorId: begun.factorId, code: "000000" }),
    );
    expect(wrong).toMatchObject({ error: { code: "mfa_verification_failed" } });
    expect(await codes.recoveryState(await claimsOf(browser))).toEqual({ left: 0, madeAt: null });
  });

  test("can be neither verified nor removed by another user", async () => {
    const nora = await halfSignedIn();
    const mallory = await newPerson();
    const code = nora.nextCode();
    const tried = await within(mallory.browser, (session) =>
      authenticators.finishAuthenticator(session, { factorId: nora.factorId, code }),
    );
    expect(tried).toMatchObject({ error: { code: "mfa_factor_not_found" } });
    const removed = await within(mallory.browser, (session) =>
      factors.removeSecondFactor(session, nora.factorId),
    );
    expect(removed).toMatchObject({ code: "mfa_factor_not_found" });
  });

  test("are not removed with the password alone; with the last one the recovery codes are removed", async () => {
    const { browser, half, factorId, nextCode } = await halfSignedIn();
    const refused = await within(half, (session) => factors.removeSecondFactor(session, factorId));
    expect(refused).toMatchObject({ code: "insufficient_aal" });
    const tablet = await connect(browser, "Tablet");
    expect(
      await within(browser, (session) => factors.removeSecondFactor(session, tablet.factorId)),
    ).toBeNull();
    // The code belonged to the authenticator that is gone: the session requires another.
    expect(await owing.owesSecondFactor(await claimsOf(browser))).toBe(true);
    await within(browser, ({ auth }) =>
      auth.mfa.challengeAndVerify({ factorId, code: nextCode() }),
    );
    expect(await codes.recoveryState(await claimsOf(browser))).toMatchObject({ left: 10 });
    expect(
      await within(browser, (session) => factors.removeSecondFactor(session, factorId)),
    ).toBeNull();
    expect(await codes.recoveryState(await claimsOf(browser))).toEqual({ left: 0, madeAt: null });
    expect(await owing.owesSecondFactor(await claimsOf(browser))).toBe(false);
  });
});

describe("recovery codes", () => {
  test("beside the password remove the authenticators, change the password and end all sessions", async () => {
    const { browser, half, recoveryCodes, ...account } = await halfSignedIn();
    const { email } = account;
    const before = await claimsOf(browser);
    const typed = (recoveryCodes[3] ?? "").toLowerCase().replaceAll("-", " ");
    const seen = site.service.mails.filter(({ to }) => to === email).length;
    expect(await redeem(half, typed)).toBe("done");
    expect(await site.service.mailTo(email, seen)).toMatchObject({
      subject: expect.stringContaining("security key was removed"),
    });
    expect(await viewer.readViewer(before)).toBeNull();
    expect(await within(half, (session) => session.claims())).toBeNull();
    // A thief who knew it was waiting for the authenticators to go.
    const thief = await site.newVisitor();
    await expect(thief.logIn(account)).rejects.toThrow("Nobody signed in");
    await half.logIn({ ...account, password: newPassword });
    expect(await viewer.readViewer(await claimsOf(half))).not.toBeNull();
    expect(await own.ownSessions(await claimsOf(half))).toHaveLength(1);
    const latest = await own.ownSignIns(await claimsOf(half), 2);
    expect(latest.map(own.signInInWords)).toContainEqual(
      expect.stringMatching(/^Authenticator or security key removed with a recovery code/),
    );
    // The other nine must not work for the next authenticator.
    expect(await codes.recoveryState(await claimsOf(half))).toEqual({ left: 0, madeAt: null });
  });

  test("are still good when the auth service refuses the new password", async () => {
    const { half, recoveryCodes, password } = await halfSignedIn();
    const [code = ""] = recoveryCodes;
    expect(await redeem(half, code, "password1")).toMatchObject({ code: "weak_password" });
    expect(await redeem(half, code, "é".repeat(37))).toMatchObject({ code: "validation_failed" });
    // The one that a thief may have.
    expect(await redeem(half, code, password)).toMatchObject({ code: "same_password" });
    expect(await redeem(half, code)).toBe("done");
  });

  test("are useless once they are used or replaced", async () => {
    const { browser, half, recoveryCodes, ...account } = await halfSignedIn();
    const [first = "", second = ""] = recoveryCodes;
    const owner = (await claimsOf(browser)).sub;
    const [fresh = ""] = await codes.makeRecoveryCodes(owner);
    expect(await redeem(half, first)).toBe("wrong");
    expect(await redeem(half, fresh)).toBe("done");
    expect(await redeem(half, fresh)).toBe("not-owed");

    await half.logIn({ ...account, password: newPassword });
    await connect(half, "New phone");
    const again = await site.newVisitor();
    await again.logIn({ ...account, password: newPassword });
    expect(await redeem(again, fresh)).toBe("wrong");
    expect(await redeem(again, second)).toBe("wrong");
  });

  test("are used up once by two concurrent requests", async () => {
    const { half, recoveryCodes } = await halfSignedIn();
    const [code = ""] = recoveryCodes;
    const outcomes = await Promise.all([
      redeem(half, code),
      redeem(half, code),
      redeem(half, code),
    ]);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  });

  test("are useless for another account", async () => {
    const [nora, mallory] = [await halfSignedIn(), await halfSignedIn()];
    expect(await redeem(mallory.half, nora.recoveryCodes[0] ?? "")).toBe("wrong");
  });

  test("are accepted after any number of wrong ones: a thief with the password locks nobody out", async () => {
    const { half, recoveryCodes } = await halfSignedIn();
    const tries = Array.from({ length: 20 }, (_, index) => `0000-0000-0000-00${index + 10}`);
    expect(new Set(await Promise.all(tries.map((code) => redeem(half, code))))).toEqual(
      new Set(["wrong"]),
    );
    expect(await redeem(half, recoveryCodes[0] ?? "")).toBe("done");
  });

  test("do not open an account with the mailbox but without its password", async () => {
    const { email, recoveryCodes } = await halfSignedIn();
    const seen = site.service.mails.filter(({ to }) => to === email).length;
    const thief = await site.newVisitor();
    await within(thief, ({ auth }) => auth.resetPasswordForEmail(email));
    const { link } = await site.service.mailTo(email, seen);
    const token_hash = new URL(link ?? "").searchParams.get("token_hash") ?? "";
    await within(thief, ({ auth }) => auth.verifyOtp({ token_hash, type: "recovery" }));
    expect(await owing.owesSecondFactor(await claimsOf(thief))).toBe(true);
    expect(await redeem(thief, recoveryCodes[0] ?? "")).toBe("password-missing");
  });

  test("are valid again when the authenticators could not be removed", async () => {
    const { half, recoveryCodes, ...account } = await halfSignedIn();
    const [code = ""] = recoveryCodes;
    await site.database.execute(
      "create function public.refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$; create trigger refuse before delete on auth.mfa_factors for each row execute function public.refuse()",
    );
    await expect(redeem(half, code)).rejects.toThrow();
    await site.database.execute(
      "drop trigger refuse on auth.mfa_factors; drop function public.refuse()",
    );
    await half.logIn({ ...account, password: newPassword });
    expect(await redeem(half, code, "the third mill wheel of a town")).toBe("done");
  });

  test("cannot be used by a session that needs none, or was signed out elsewhere", async () => {
    const { browser, half, recoveryCodes } = await halfSignedIn();
    expect(await redeem(browser, recoveryCodes[0] ?? "")).toBe("not-owed");
    const stolen = await site.newVisitor();
    for (const [name, value] of half.cookies) stolen.cookies.set(name, value);
    await within(half, ({ auth }) => auth.signOut({ scope: "local" }));
    expect(await redeem(stolen, recoveryCodes[0] ?? "")).toBe("not-owed");
    expect(await redeem(await site.newVisitor(), recoveryCodes[0] ?? "")).toBe("not-owed");
  });
});

describe("the table of recovery codes", () => {
  const count = "select owner, used_at from public.recovery_codes";

  test("shows users how many they have, never the hashes, and nobody else's", async () => {
    const { browser } = await halfSignedIn();
    const claims = await claimsOf(browser);
    expect(await tryAs(site.database, claims, count)).toBe(10);
    expect(await tryAs(site.database, claims, "select hash from public.recovery_codes")).toBe(
      denied,
    );
    const stranger = await newPerson();
    expect(await tryAs(site.database, await claimsOf(stranger.browser), count)).toBe(0);
  });

  test("shows nothing while the second factor is missing, and to visitors", async () => {
    const { half } = await halfSignedIn();
    expect(await tryAs(site.database, await claimsOf(half), count)).toBe(0);
    expect(await tryAs(site.database, null, count)).toBe(denied);
  });

  test("is written by the service only", async () => {
    const { browser } = await newPerson();
    const claims = await claimsOf(browser);
    for (const statement of [
      `insert into public.recovery_codes (owner, hash) values ('${claims.sub}', repeat('a', 64))`,
      "update public.recovery_codes set used_at = null",
      "delete from public.recovery_codes",
    ]) {
      expect(await tryAs(site.database, claims, statement)).toBe(denied);
      expect(await tryAs(site.database, null, statement)).toBe(denied);
    }
  });
});
