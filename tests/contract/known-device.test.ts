import { afterAll, beforeAll, expect, test } from "vitest";
import { call, newVisitor } from "@platen/auth/testing/service";
import { type AccountSite, openAccountSite } from "./support/account-site";

let site: AccountSite;

beforeAll(async () => {
  site = await openAccountSite();
});
afterAll(() => site.close());

/** Strangers guess until no other client may try that account. */
async function lock(email: string): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const visitor = newVisitor();
    const guess = () =>
      call(site.service.auth, "POST", "token?grant_type=password", {
        body: { email, password: "not the password" },
        visitor,
      });
    await Promise.all(Array.from({ length: 10 }, guess));
  }
}

test("guessing a user's password locks out strangers, and not the user's own browsers", async () => {
  const { email, password, visitor } = await site.signedIn();
  await lock(email);

  const stranger = await site.newVisitor();
  await expect(stranger.logIn({ email, password })).rejects.toThrow("Too many attempts");

  // The same browser in another network, signed out.
  const traveler = await site.newVisitor();
  traveler.cookies.set("known-device", visitor.cookies.get("known-device") ?? "");
  await traveler.logIn({ email, password });

  const { action } = await import("~/routes/dashboard-security");
  const changed = await traveler.send(action, "/dashboard/security", {
    intent: "change-password",
    currentPassword: password,
    password: "a wholly other mill 8",
  });
  expect(changed.status).toBeLessThan(400);
  await traveler.logIn({ email, password: "a wholly other mill 8" });
});

test("a visitor's forged cookie value does not reach the auth service's headers", async () => {
  const { email, password } = await site.newAccount();
  const visitor = await site.newVisitor();
  for (const value of [
    "x\u0001y",
    "%0d%0aX-Forwarded-For: 203.0.113.9",
    "a b",
    "x".repeat(5_000),
    "é",
  ]) {
    visitor.cookies.set("known-device", encodeURIComponent(value));
    await visitor.logIn({ email, password });
  }
});
