import type { Mail } from "..";
import { call, goodPassword, newAddress, type TestService, tokensOf } from "./service";

/** What the confirmation page would send for that mail. */
export function linkOf(mail: Mail) {
  const { searchParams } = new URL(mail.link ?? "");
  return { type: searchParams.get("type"), token_hash: searchParams.get("token_hash") };
}

/** The six-digit code in the mail. */
export const codeOf = (mail: Mail) => /\b\d{6}\b/.exec(mail.text)?.[0] ?? "";

/** A signed-in user with a confirmed email address. */
export async function confirmedPerson({ auth, mailTo }: TestService) {
  const email = newAddress();
  await call(auth, "POST", "signup", { body: { email, password: goodPassword } });
  const reply = await call(auth, "POST", "verify", { body: linkOf(await mailTo(email)) });
  return { email, ...tokensOf(reply) };
}
