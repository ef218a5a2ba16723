import { afterAll, beforeAll, expect, test } from "vitest";
import { linkOf } from "@platen/auth/testing/mail";
import { goodPassword, newAddress } from "@platen/auth/testing/service";
import { type AccountSite, openAccountSite, type Visitor } from "./support/account-site";

/*
 * Strangers sign up with the email address of someone who signs up as well, where mails confirm
 * sign-ups.
 */

let site: AccountSite;

beforeAll(async () => {
  site = await openAccountSite({ autoconfirm: false });
});
afterAll(() => site.close());

const owner = { password: goodPassword, fullName: "Ada Owner" };
const stranger = { password: "an intruder's password", fullName: "Mallory Stranger" };

/**
 * Signs up in their own browser. A minute later, because an email address gets one mail of a
 * kind per minute.
 */
async function signUp(email: string, person: typeof owner): Promise<Visitor> {
  const { action } = await import("~/routes/signup");
  const visitor = await site.newVisitor();
  const response = await visitor.send(action, "/signup", { email, ...person });
  expect(response).toMatchObject({ status: 200, data: { mailedTo: email } });
  site.service.wait(61);
  return visitor;
}

/** Presses the button in the mail to that email address, the first or a later one. */
async function confirm(visitor: Visitor, email: string, which: number) {
  const { action } = await import("~/routes/auth-confirm");
  const { type, token_hash } = linkOf(await site.service.mailTo(email, which));
  return visitor.send(action, "/auth/confirm", { type: type ?? "", token_hash: token_hash ?? "" });
}

async function choose(visitor: Visitor, address: string, password: string) {
  const { action } = await import("~/routes/reset-password");
  return visitor.send(action, address, { password });
}

/** Whether the password signs in to the account. */
async function opens(email: string, password: string): Promise<boolean> {
  const { action } = await import("~/routes/login");
  const response = await (await site.newVisitor()).send(action, "/login", { email, password });
  return response.status === 302;
}

const nameOf = async (email: string) => {
  const [row] = await site.database.query<{ full_name: string | null }>(
    "select full_name from public.profiles where email = $1",
    [email],
  );
  return row?.full_name;
};

const chooseAgain = "/reset-password?disputed";

test("the owner gets the account with their own name and password, and is asked to choose one", async () => {
  const email = newAddress();
  await signUp(email, stranger);
  const browser = await signUp(email, owner);
  await signUp(email, stranger);
  expect((await confirm(browser, email, 1)).location).toBe(chooseAgain);
  expect(await nameOf(email)).toBe(owner.fullName);
  expect(await opens(email, owner.password)).toBe(false);
  expect(await opens(email, stranger.password)).toBe(false);
  expect((await choose(browser, chooseAgain, owner.password)).location).toBe("/");
  expect(await opens(email, owner.password)).toBe(true);
});

test("the owner who opens a stranger's mail locks the stranger out by choosing a password", async () => {
  const email = newAddress();
  await signUp(email, owner);
  await signUp(email, stranger);
  const browser = await site.newVisitor();
  const { location } = await confirm(browser, email, 1);
  expect(location).toBe(chooseAgain);
  // Before the owner has typed another: the stranger tries again and again.
  expect(await opens(email, stranger.password)).toBe(false);
  expect((await choose(browser, location ?? "", owner.password)).location).toBe("/");
  expect(await opens(email, owner.password)).toBe(true);
  expect(await opens(email, stranger.password)).toBe(false);
});

test("a person who signs up again at once with another password chooses one, and gets in", async () => {
  const email = newAddress();
  const { action } = await import("~/routes/signup");
  const browser = await site.newVisitor();
  for (const password of ["some earlier mill wheel", owner.password])
    await browser.send(action, "/signup", { ...owner, email, password });
  const { location } = await confirm(browser, email, 0);
  expect(location).toBe(chooseAgain);
  expect((await choose(browser, location ?? "", owner.password)).location).toBe("/");
  expect(await opens(email, owner.password)).toBe(true);
});

test("a person who signs up twice with one password is asked for no other", async () => {
  const email = newAddress();
  await signUp(email, owner);
  const browser = await signUp(email, owner);
  expect((await confirm(browser, email, 1)).location).toBe("/");
  expect(await opens(email, owner.password)).toBe(true);
});

test("a single sign-up continues without another password", async () => {
  const email = newAddress();
  const browser = await signUp(email, owner);
  expect((await confirm(browser, email, 0)).location).toBe("/");
  expect(await nameOf(email)).toBe(owner.fullName);
  expect(await opens(email, owner.password)).toBe(true);
});

test("a recovery email opens the account without a stranger's name", async () => {
  const email = newAddress();
  await signUp(email, stranger);
  const { action } = await import("~/routes/forgot-password");
  const browser = await site.newVisitor();
  await browser.send(action, "/forgot-password", { email });
  const { location } = await confirm(browser, email, 1);
  expect(await nameOf(email)).toBeNull();
  expect(await opens(email, stranger.password)).toBe(false);
  await choose(browser, location ?? "", owner.password);
  expect(await opens(email, owner.password)).toBe(true);
});

test("two sign-ups within a minute do not reveal whether the address has an account", async () => {
  const { action } = await import("~/routes/signup");
  const { email: known } = await site.newAccount();
  for (const email of [known, newAddress()]) {
    for (let attempt = 0; attempt < 2; attempt++) {
      const visitor = await site.newVisitor();
      const response = await visitor.send(action, "/signup", { email, ...stranger });
      expect(response).toMatchObject({ status: 200, data: { mailedTo: email } });
    }
  }
});

test("a stranger's unconfirmed sign-up does not keep a user from moving to the address", async () => {
  const email = newAddress();
  await signUp(email, stranger);
  const { visitor, email: before, password } = await site.signedIn();
  const { action } = await import("~/routes/dashboard-email");
  const asked = await visitor.send(action, "/dashboard/profile/email", { email });
  expect(asked.status).toBe(302);
  await confirm(visitor, before, 0);
  await confirm(visitor, email, 1);
  expect(await opens(email, password)).toBe(true);
  expect(await opens(email, stranger.password)).toBe(false);
});
