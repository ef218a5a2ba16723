import {
  goodPassword,
  newAddress,
  newVisitor,
  publishableKey,
  secretKey,
} from "@platen/auth/testing/service";
import { adminClient } from "./auth-clients";
import type { RunningSite } from "./running-site";

export interface SignedIn {
  id: string;
  email: string;
  Cookie: string;
}

/** The administrator's client of the site's accounts. */
export const accountsOf = ({ accounts }: RunningSite) =>
  adminClient({ url: accounts.url, publishableKey, secretKey }).auth.admin;

/** Creates an account and signs it in over HTTP, through a proxy if the site trusts one. */
export async function newPerson(
  site: RunningSite,
  role: "User" | "Editor" | "Admin",
): Promise<SignedIn> {
  const credentials = { email: newAddress(), password: goodPassword };
  const { data, error } = await accountsOf(site).createUser({
    ...credentials,
    email_confirm: true,
  });
  if (error) throw error;
  const { id, email = "" } = data.user;
  await site.accounts.database.query("update public.profiles set role = $2 where id = $1", [
    id,
    role,
  ]);
  const { status, headers } = await fetch(`${site.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url, "X-Forwarded-For": newVisitor() },
    body: new URLSearchParams(credentials),
  });
  if (status !== 302) throw new Error(`Nobody signed in: ${status}.`);
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  return { id, email, Cookie: cookies.join("; ") };
}
