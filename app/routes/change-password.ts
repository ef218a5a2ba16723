import { redirect } from "@remix-run/node";

/**
 * Where password managers send their users to change a password.
 *
 * @see https://w3c.github.io/webappsec-change-password-url/
 */
export function loader() {
  return redirect("/dashboard/security");
}
