import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { safeEqual } from "@platen/kit";
import type { AuthEnv, Service } from "../service";
import type { User } from "../users/users";

/*
 * A browser that has signed in to an account stores a token that proves it, after OWASP's "Slow
 * Down Online Guessing Attacks with Device Cookies": attackers who guess the account's password use
 * up the attempts of unknown devices and not the browser's. It proves no more than that, and signs
 * nobody in. A new password ends it: otherwise someone who once knew the old one could go on
 * guessing with every token collected until then.
 */
const cookieName = "sb-device";

/** An account, as far as its devices depend on it. */
type Account = Pick<User, "email" | "encrypted_password">;

interface Device {
  id: string;
  /**
   * The second factor that it gave last, or "". One that has only the password must not count as
   * its owner's at the second factor, nor one that gave a factor which is gone.
   */
  factorId: string;
  issued: string;
  /** Stands for the password under which it was made: see `passwordFingerprint`. */
  password: string;
}

const lifetimeSeconds = 180 * 24 * 3600;

/**
 * The id of the device that a request comes from, or null when it has not signed in to that account
 * before.
 */
export async function knownDevice(
  service: Service,
  c: Context<AuthEnv>,
  email: string,
): Promise<string | null> {
  const device = readDevice(service, c, email);
  // The account is looked up only now: the response time must not reveal which exist.
  if (!device) return null;
  const [account] = await service.database.query<Account>(
    "select email, encrypted_password from auth.users where email = $1 and not is_sso_user",
    [email.toLowerCase()],
  );
  return account && isCurrent(service, device, account) ? device.id : null;
}

/** The same, of a device that has given this second factor before. */
export function secondFactorDevice(
  service: Service,
  c: Context<AuthEnv>,
  account: Account,
  factorId: string,
): string | null {
  const device = currentDevice(service, c, account);
  return device?.factorId === factorId ? device.id : null;
}

function currentDevice(service: Service, c: Context<AuthEnv>, account: Account): Device | null {
  const device = account.email ? readDevice(service, c, account.email) : null;
  return device && isCurrent(service, device, account) ? device : null;
}

/** The device of a token that was made for that email address, under whatever password. */
function readDevice(service: Service, c: Context<AuthEnv>, email: string): Device | null {
  const [, id = "", issued = "", factorId = "", password = "", signature = ""] =
    /^([\w-]{22})\.(\d{1,12})\.(?:([\da-f-]{36})\.)?([\w-]{22})\.([\w-]{43})$/.exec(
      getCookie(c, cookieName) ?? "",
    ) ?? [];
  const device = { id, factorId, issued, password };
  if (id === "" || !safeEqual(signature, sign(service, device, email))) return null;
  return Number(issued) + lifetimeSeconds > seconds(service.now()) ? device : null;
}

/** Whether a request has such a token at all, for any account. */
export const hasDeviceCookie = (c: Context<AuthEnv>) => getCookie(c, cookieName) !== undefined;

/**
 * Makes the device of a sign-in, of its second factor or of a new password a known one, or renews
 * that, with its response.
 *
 * @param account as it was in the transaction that proved the password: read later, it could have
 *   one that this browser never knew
 */
export function rememberDevice(
  service: Service,
  c: Context<AuthEnv>,
  account: Account,
  { factorId }: { factorId?: string } = {},
): void {
  if (!account.email) return;
  const known = currentDevice(service, c, account);
  const id = known?.id ?? randomBytes(16).toString("base64url");
  const device = {
    id,
    factorId: factorId ?? known?.factorId ?? "",
    issued: String(seconds(service.now())),
    password: passwordFingerprint(service, id, account),
  };
  const signature = sign(service, device, account.email);
  const parts = [device.id, device.issued, device.factorId, device.password, signature];
  setCookie(c, cookieName, parts.filter(Boolean).join("."), {
    path: "/auth/v1",
    httpOnly: true,
    secure: service.options.issuer.startsWith("https:"),
    sameSite: "Lax",
    maxAge: lifetimeSeconds,
  });
}

/** Bound to the email address, so that a device known to one account is unknown to all others. */
function sign(service: Service, { id, factorId, issued, password }: Device, email: string): string {
  return digest(
    service,
    `device${factorId}\n${id}\n${issued}\n${password}\n${email.toLowerCase()}`,
  );
}

/**
 * Changes with the account's password. It includes the device's ID, so that two tokens do not show
 * whether they were made under the same password.
 */
const passwordFingerprint = (service: Service, id: string, { encrypted_password }: Account) =>
  digest(service, `password\n${id}\n${encrypted_password ?? ""}\n`).slice(0, 22);

const isCurrent = (service: Service, { id, password }: Device, account: Account) =>
  safeEqual(password, passwordFingerprint(service, id, account));

/**
 * Mailed codes are hashed with the same secret by another function, and from other texts: those end
 * in six digits.
 */
const digest = ({ keys }: Service, text: string) =>
  createHmac("sha256", keys.oneTimeTokenSecret).update(text).digest("base64url");

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
