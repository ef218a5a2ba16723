import { expect } from "vitest";
import type { Mail } from "..";
import { codeOf, linkOf } from "./mail";
import { call, goodPassword, newVisitor, secretKey, type TestService } from "./service";

export const strangersPassword = "an intruder's password";

export const owner = { password: goodPassword, name: "Ada" };
export const stranger = { password: strangersPassword, name: "Mallory" };

/** The credentials of an administrator. */
export const admin = { key: secretKey, token: secretKey };

/**
 * What the owner of an email address and a stranger do with it, each request from a network of its
 * own.
 *
 * @param running the service, once it is started
 */
export function signUpsOn(running: () => TestService) {
  const post = (target: string, body: object, as = {}) =>
    call(running().auth, "POST", target, { body, visitor: newVisitor(), ...as });

  const openLink = (mail: Mail) => post("verify", linkOf(mail));

  const typeCode = (mail: Mail, type = "signup") =>
    post("verify", { type, email: mail.to, token: codeOf(mail) });

  /** Whether that password opens the account. */
  async function opens(email: string, password: string): Promise<boolean> {
    const { status } = await post("token?grant_type=password", { email, password });
    return status === 200;
  }

  const seen = new Map<string, number>();

  /**
   * The next mail to that address. A minute later, because only one of a kind is sent per minute.
   */
  async function nextMail(email: string): Promise<Mail> {
    const count = seen.get(email) ?? 0;
    const mail = await running().mailTo(email, count);
    seen.set(email, count + 1);
    running().wait(61);
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

  /** Expects that nothing of the stranger's sign-up is left in the account. */
  async function expectOwners(email: string) {
    expect(await opens(email, strangersPassword)).toBe(false);
    const { body } = await call(running().auth, "GET", `admin/users?filter=${email}`, admin);
    expect(JSON.stringify(body)).not.toContain("Mallory");
  }

  return { post, openLink, typeCode, opens, nextMail, signUpAs, expectOwners };
}
