import { Secret, TOTP } from "otpauth";
import type { Session } from "~/account/session/session.server";
import type { Claims } from "@domain/accounts/claims";
import type { Account, AccountSite, Visitor } from "./account-site";

/** Someone who is signed in. */
export type Person = Account & { browser: Visitor };

/** An authenticator that is connected to an account. */
interface Connected {
  factorId: string;
  recoveryCodes: string[];
  nextCode: () => string;
}

/** Does something with a visitor's session, as a loader or an action would. */
export async function within<T>(
  visitor: Visitor,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const done: { value: T }[] = [];
  await visitor.open(async ({ context }) => {
    done.push({ value: await work(context.session) });
  }, "/dashboard");
  const [result] = done;
  if (!result) throw new Error("The work did not end.");
  return result.value;
}

export async function claimsOf(visitor: Visitor): Promise<Claims> {
  const claims = await within(visitor, (session) => session.claims());
  if (!claims) throw new Error("Nobody is signed in.");
  return claims;
}

export async function newPersonOn(site: AccountSite, userAgent?: string): Promise<Person> {
  const account = await site.newAccount();
  const browser = await site.newVisitor(userAgent);
  await browser.logIn(account);
  return { ...account, browser };
}

/**
 * Connects an authenticator through the site's own module, and returns its future codes and the
 * recovery codes.
 */
export async function connect(browser: Visitor, name = "Phone"): Promise<Connected> {
  const authenticators = await import("~/account/two-factor/authenticators.server");
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
export async function halfSignedInOn(
  site: AccountSite,
): Promise<Person & Connected & { half: Visitor }> {
  const person = await newPersonOn(site);
  const authenticator = await connect(person.browser);
  const half = await site.newVisitor("Half way");
  await half.logIn(person);
  return { ...person, ...authenticator, half };
}
