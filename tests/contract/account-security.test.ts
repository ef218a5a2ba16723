import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as authenticatorsModule from "../../app/account/two-factor/authenticators.server";
import type * as sessionsModule from "~/account/session/own-sessions.server";
import type * as profileModule from "~/account/profile/profile.server";
import type * as codesModule from "../../app/account/two-factor/recovery-codes.server";
import type { Claims, Session } from "~/account/session/session.server";
import { type AccountSite, openAccountSite, type Visitor } from "./account-site";
import { tryAs } from "./row-rules";

let site: AccountSite;
let authenticators: typeof authenticatorsModule;
let codes: typeof codesModule;
let own: typeof sessionsModule;
let profile: typeof profileModule;

beforeAll(async () => {
  site = await openAccountSite();
  authenticators = await import("../../app/account/two-factor/authenticators.server");
  codes = await import("../../app/account/two-factor/recovery-codes.server");
  own = await import("~/account/session/own-sessions.server");
  profile = await import("~/account/profile/profile.server");
});
afterAll(() => site.close());

/** Does something with a visitor's session, as a loader or an action would. */
async function within<T>(visitor: Visitor, work: (session: Session) => Promise<T>): Promise<T> {
  const done: { value: T }[] = [];
  await visitor.open(async ({ context }) => {
    done.push({ value: await work(context.session) });
  }, "/dashboard");
  const [result] = done;
  if (!result) throw new Error("The work did not end.");
  return result.value;
}

async function claimsOf(visitor: Visitor): Promise<Claims> {
  const claims = await within(visitor, (session) => session.claims());
  if (!claims) throw new Error("Nobody is signed in.");
  return claims;
}

async function newPerson(userAgent?: string) {
  const account = await site.newAccount();
  const browser = await site.newVisitor(userAgent);
  await browser.logIn(account);
  return { ...account, browser };
}

/**
 * Connects an authenticator through the site's own module, and returns its future codes and the
 * recovery codes.
 */
async function connect(browser: Visitor, name = "Phone") {
  const begun = await within(browser, ({ auth }) => authenticators.beginAuthenticator(auth, name));
  if ("error" in begun) throw begun.error;
  const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
  const now = Date.now();
  const finished = await within(browser, (session) =>
    authenticators.finishAuthenticator(session, {
      factorId: begun.factorId,
      code: totp.generate({ timestamp: now }),
    }),
  );
  if ("error" in finished) throw finished.error;
  return {
    factorId: begun.factorId,
    recoveryCodes: finished.recoveryCodes ?? [],
    nextCode: () => totp.generate({ timestamp: now + 30_000 }),
  };
}

/**
 * A user with an authenticator who has entered the password in a second browser, where the code is
 * still required.
 */
async function halfSignedIn() {
  const person = await newPerson();
  const authenticator = await connect(person.browser);
  const half = await site.newVisitor("Half way");
  await half.logIn(person);
  return { ...person, ...authenticator, half };
}

const redeem = (browser: Visitor, code: string) =>
  within(browser, (session) => codes.redeemRecoveryCode(session, code));

const denied = "42501";

describe("a person's sessions", () => {
  test("are listed with their devices, this one first, and nobody else's", async () => {
    const { browser, ...account } = await newPerson("Firefox/132 Windows");
    const phone = await site.newVisitor("Safari iPhone");
    await phone.logIn(account);
    const stranger = await newPerson();

    const listed = await own.ownSessions(await claimsOf(browser));
    expect(listed.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ["Firefox/132 Windows", true],
      ["Safari iPhone", false],
    ]);
    for (const { startedAt, seenAt, address } of listed) {
      expect(seenAt.getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
      expect(address).toMatch(/^10\./);
    }
    expect(await own.ownSessions(await claimsOf(stranger.browser))).toHaveLength(1);
  });

  test("are ended one by one, and then count for nothing at once", async () => {
    const { browser, ...account } = await newPerson();
    const other = await site.newVisitor("Other");
    await other.logIn(account);
    const otherClaims = await claimsOf(other);
    expect(await profile.readViewer(otherClaims)).not.toBeNull();

    const claims = await claimsOf(browser);
    const [, listed] = await own.ownSessions(claims);
    const id = listed?.id ?? "";
    expect(await own.endOwnSession(claims, id)).toBe(true);
    // The button was pressed twice.
    expect(await own.endOwnSession(claims, id)).toBe(false);
    expect(await profile.readViewer(otherClaims)).toBeNull();
    expect(await own.ownSessions(otherClaims)).toEqual([]);
    expect(await own.ownSignIns(otherClaims, 10)).toEqual([]);
    expect(await own.endOwnSession(otherClaims, claims.session_id ?? "")).toBe(false);
    expect(await own.ownSessions(claims)).toHaveLength(1);
  });

  test("keep a device's name short, however long the browser's is", async () => {
    const { browser } = await newPerson(`Chrome/1 ${"x".repeat(10_000)}`);
    const [session] = await own.ownSessions(await claimsOf(browser));
    expect(session?.userAgent).toMatch(/^Chrome\/1 x{491}$/);
  });

  test("of somebody else cannot be ended by their id", async () => {
    const [nora, mallory] = [await newPerson(), await newPerson()];
    const target = (await claimsOf(nora.browser)).session_id ?? "";
    expect(await own.endOwnSession(await claimsOf(mallory.browser), target)).toBe(false);
    expect(await own.ownSessions(await claimsOf(nora.browser))).toHaveLength(1);
  });

  test("are neither shown nor ended while the second factor is owed", async () => {
    const { browser, half } = await halfSignedIn();
    const claims = await claimsOf(half);
    expect(await own.ownSessions(claims)).toEqual([]);
    expect(await own.ownSignIns(claims, 10)).toEqual([]);
    const target = (await claimsOf(browser)).session_id ?? "";
    expect(await own.endOwnSession(claims, target)).toBe(false);
  });

  test.each(["own_sessions()", "own_sign_ins(10)", `end_own_session('${crypto.randomUUID()}')`])(
    "a visitor may not even call %s",
    async (call) => {
      expect(await tryAs(site.database, null, `select * from public.${call}`)).toBe(denied);
    },
  );
});

describe("recent sign-ins", () => {
  test("are the person's own, newest first, with how and from where", async () => {
    const { browser, ...account } = await newPerson();
    const again = await site.newVisitor();
    await again.logIn(account);
    await newPerson();
    const listed = await own.ownSignIns(await claimsOf(browser), 10);
    expect(listed.map(({ action }) => action)).toEqual(["login", "login"]);
    expect(listed[0]).toMatchObject({ provider: "email", address: expect.stringMatching(/^10\./) });
    expect(await own.ownSignIns(await claimsOf(browser), 1)).toHaveLength(1);
  });

  test("are simply empty where the auth service keeps its log to itself", async () => {
    const { browser } = await newPerson();
    const claims = await claimsOf(browser);
    await site.database.execute("alter table auth.audit_log_entries rename to elsewhere");
    try {
      expect(await own.ownSignIns(claims, 10)).toEqual([]);
    } finally {
      await site.database.execute("alter table auth.elsewhere rename to audit_log_entries");
    }
  });
});

describe("authenticators", () => {
  test("count only from their first code on; the first brings ten recovery codes, the second none", async () => {
    const { browser, ...account } = await newPerson();
    const begun = await within(browser, ({ auth }) =>
      authenticators.beginAuthenticator(auth, "Never finished"),
    );
    expect(begun).toMatchObject({ qrCode: { path: expect.stringMatching(/^M/) } });
    const elsewhere = await site.newVisitor();
    await elsewhere.logIn(account);
    expect(await profile.owesSecondFactor(await claimsOf(elsewhere))).toBe(false);

    const { recoveryCodes } = await connect(browser);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await claimsOf(browser)).aal).toBe("aal2");
    expect((await connect(browser, "Tablet")).recoveryCodes).toEqual([]);
    expect(await codes.recoveryState(await claimsOf(browser))).toMatchObject({ left: 10 });
  });

  test("a wrong code leaves the account as it was", async () => {
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

  test("of somebody else can be neither verified nor removed", async () => {
    const nora = await halfSignedIn();
    const mallory = await newPerson();
    const code = nora.nextCode();
    const tried = await within(mallory.browser, (session) =>
      authenticators.finishAuthenticator(session, { factorId: nora.factorId, code }),
    );
    expect(tried).toMatchObject({ error: { code: "mfa_factor_not_found" } });
    const removed = await within(mallory.browser, (session) =>
      authenticators.removeAuthenticator(session, nora.factorId),
    );
    expect(removed).toMatchObject({ code: "mfa_factor_not_found" });
  });

  test("are not removed with the password alone; the last takes the recovery codes along", async () => {
    const { browser, half, factorId, nextCode } = await halfSignedIn();
    const refused = await within(half, (session) =>
      authenticators.removeAuthenticator(session, factorId),
    );
    expect(refused).toMatchObject({ code: "insufficient_aal" });
    const tablet = await connect(browser, "Tablet");
    expect(
      await within(browser, (session) =>
        authenticators.removeAuthenticator(session, tablet.factorId),
      ),
    ).toBeNull();
    // The code belonged to the authenticator that is gone: the session requires another.
    expect(await profile.owesSecondFactor(await claimsOf(browser))).toBe(true);
    await within(browser, ({ auth }) =>
      auth.mfa.challengeAndVerify({ factorId, code: nextCode() }),
    );
    expect(await codes.recoveryState(await claimsOf(browser))).toMatchObject({ left: 10 });
    expect(
      await within(browser, (session) => authenticators.removeAuthenticator(session, factorId)),
    ).toBeNull();
    expect(await codes.recoveryState(await claimsOf(browser))).toEqual({ left: 0, madeAt: null });
    expect(await profile.owesSecondFactor(await claimsOf(browser))).toBe(false);
  });
});

describe("recovery codes", () => {
  test("one opens the account beside the password, takes the authenticators away, and ends other sessions", async () => {
    const { browser, email, half, recoveryCodes } = await halfSignedIn();
    const before = await claimsOf(browser);
    const typed = (recoveryCodes[3] ?? "").toLowerCase().replaceAll("-", " ");
    const seen = site.service.mails.filter(({ to }) => to === email).length;
    expect(await redeem(half, typed)).toBe("done");
    expect(await site.service.mailTo(email, seen)).toMatchObject({
      subject: expect.stringContaining("authenticator was removed"),
    });
    expect(await profile.readViewer(await claimsOf(half))).not.toBeNull();
    expect(await profile.readViewer(before)).toBeNull();
    expect(await own.ownSessions(await claimsOf(half))).toHaveLength(1);
    const [latest] = await own.ownSignIns(await claimsOf(half), 1);
    expect(latest && own.signInInWords(latest)).toMatch(
      /^Authenticator removed with a recovery code/,
    );
    // The other nine must not work for the next authenticator.
    expect(await codes.recoveryState(await claimsOf(half))).toEqual({ left: 0, madeAt: null });
  });

  test("a code that was spent, or made anew, is worth nothing", async () => {
    const { browser, half, recoveryCodes, ...account } = await halfSignedIn();
    const [first = "", second = ""] = recoveryCodes;
    const owner = (await claimsOf(browser)).sub;
    const [fresh = ""] = await codes.makeRecoveryCodes(owner);
    expect(await redeem(half, first)).toBe("wrong");
    expect(await redeem(half, fresh)).toBe("done");
    expect(await redeem(half, fresh)).toBe("not-owed");

    await connect(half, "New phone");
    const again = await site.newVisitor();
    await again.logIn(account);
    expect(await redeem(again, fresh)).toBe("wrong");
    expect(await redeem(again, second)).toBe("wrong");
  });

  test("the same code twice at once is spent once", async () => {
    const { half, recoveryCodes } = await halfSignedIn();
    const [code = ""] = recoveryCodes;
    const outcomes = await Promise.all([
      redeem(half, code),
      redeem(half, code),
      redeem(half, code),
    ]);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  });

  test("of somebody else open nothing", async () => {
    const [nora, mallory] = [await halfSignedIn(), await halfSignedIn()];
    expect(await redeem(mallory.half, nora.recoveryCodes[0] ?? "")).toBe("wrong");
  });

  test("five wrong ones close the door, also to the right one, for a quarter of an hour", async () => {
    const { browser, half, recoveryCodes } = await halfSignedIn();
    const tries = Array.from({ length: 5 }, (_, index) => `0000-0000-0000-000${index}`);
    expect(new Set(await Promise.all(tries.map((code) => redeem(half, code))))).toEqual(
      new Set(["wrong"]),
    );
    expect(await redeem(half, recoveryCodes[0] ?? "")).toBe("too-many");
    await site.database.query(
      "update public.recovery_attempts set since = since - interval '16 minutes' where owner = $1",
      [(await claimsOf(browser)).sub],
    );
    expect(await redeem(half, recoveryCodes[0] ?? "")).toBe("done");
  });

  test("a mailbox and a code do not open an account without its password", async () => {
    const { email, recoveryCodes } = await halfSignedIn();
    const seen = site.service.mails.filter(({ to }) => to === email).length;
    const thief = await site.newVisitor();
    await within(thief, ({ auth }) => auth.resetPasswordForEmail(email));
    const { link } = await site.service.mailTo(email, seen);
    const token_hash = new URL(link ?? "").searchParams.get("token_hash") ?? "";
    await within(thief, ({ auth }) => auth.verifyOtp({ token_hash, type: "recovery" }));
    expect(await profile.owesSecondFactor(await claimsOf(thief))).toBe(true);
    expect(await redeem(thief, recoveryCodes[0] ?? "")).toBe("password-missing");
  });

  test("a code is good again when the authenticators could not be removed", async () => {
    const { half, recoveryCodes } = await halfSignedIn();
    const [code = ""] = recoveryCodes;
    await site.database.execute(
      "create function public.refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$; create trigger refuse before delete on auth.mfa_factors for each row execute function public.refuse()",
    );
    await expect(redeem(half, code)).rejects.toThrow();
    await site.database.execute(
      "drop trigger refuse on auth.mfa_factors; drop function public.refuse()",
    );
    expect(await redeem(half, code)).toBe("done");
  });

  test("somebody who owes nothing, or was signed out elsewhere, redeems nothing", async () => {
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

  test("shows a person how many they have, never the hashes, and nobody else's", async () => {
    const { browser } = await halfSignedIn();
    const claims = await claimsOf(browser);
    expect(await tryAs(site.database, claims, count)).toBe(10);
    expect(await tryAs(site.database, claims, "select hash from public.recovery_codes")).toBe(
      denied,
    );
    const stranger = await newPerson();
    expect(await tryAs(site.database, await claimsOf(stranger.browser), count)).toBe(0);
  });

  test("shows nothing while the second factor is owed, and to visitors", async () => {
    const { half } = await halfSignedIn();
    expect(await tryAs(site.database, await claimsOf(half), count)).toBe(0);
    expect(await tryAs(site.database, null, count)).toBe(denied);
  });

  test("is written by nobody but the service", async () => {
    const { browser } = await newPerson();
    const claims = await claimsOf(browser);
    for (const statement of [
      `insert into public.recovery_codes (owner, hash) values ('${claims.sub}', repeat('a', 64))`,
      "update public.recovery_codes set used_at = null",
      "delete from public.recovery_codes",
      "select * from public.recovery_attempts",
      "delete from public.recovery_attempts",
    ]) {
      expect(await tryAs(site.database, claims, statement)).toBe(denied);
      expect(await tryAs(site.database, null, statement)).toBe(denied);
    }
  });
});
