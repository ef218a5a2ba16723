import { expect } from "vitest";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  type Reply,
  secretKey,
  type TestService,
} from "./service";

/**
 * What browsers that have signed in before, and strangers, do with an account.
 *
 * @param running the service, once it is started
 */
export function devicesOn(running: () => TestService) {
  async function newAccount(): Promise<string> {
    const email = newAddress();
    const body = { email, password: goodPassword, email_confirm: true };
    await call(running().auth, "POST", "admin/users", { key: secretKey, token: secretKey, body });
    return email;
  }

  function signIn(email: string, password: string, { device = "", visitor = newVisitor() } = {}) {
    return call(running().auth, "POST", "token?grant_type=password", {
      body: { email, password },
      visitor,
      headers: device === "" ? {} : { Cookie: device },
    });
  }

  /** Strangers guess until no other stranger may try that account. */
  async function lock(email: string): Promise<void> {
    for (let count = 0; count < 10; count++) {
      const visitor = newVisitor();
      const guess = () => signIn(email, "wrong password", { visitor });
      await Promise.all(Array.from({ length: 10 }, guess));
    }
    expect((await signIn(email, goodPassword)).status).toBe(429);
  }

  return { newAccount, signIn, lock };
}

/** The cookie that a browser stores from a response. */
export function deviceOf({ headers }: Reply): string {
  const [cookie = ""] = headers.getSetCookie();
  const [pair = ""] = cookie.split(";");
  return pair;
}
