import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAddress } from "@platen/auth/testing/service";
import { type AccountSite, openAccountSite } from "./support/account-site";

/* A password is compared as it was typed: no letter, space or byte of it is changed or left out. */

let site: AccountSite;

beforeAll(async () => {
  site = await openAccountSite();
});
afterAll(() => site.close());

/** 72 bytes: bcrypt reads no more. */
const longest = "Neun Zitronen und ein grüner Hügel, dazu 4 Schafe auf der Wiese hinten";
const chosen = " Grüner  Hügel 7é ";

/** Signs up with a password. @returns the status of a sign-in with another */
async function account(password: string) {
  const email = newAddress();
  const { action: signUp } = await import("~/routes/signup");
  const { action: logIn } = await import("~/routes/login");
  const fields = { email, password, fullName: "Ada" };
  const { status } = await (await site.newVisitor()).send(signUp, "/signup", fields);
  expect(status).toBe(302);
  return async (typed: string) => {
    const visitor = await site.newVisitor();
    return (await visitor.send(logIn, "/login", { email, password: typed })).status;
  };
}

test("the test's longest password has 72 bytes", () => {
  expect(Buffer.byteLength(longest)).toBe(72);
});

describe.each([
  ["in upper case", chosen, chosen.toUpperCase()],
  ["in lower case", chosen, chosen.toLowerCase()],
  ["without the space in front", chosen, chosen.trimStart()],
  ["without the space at the end", chosen, chosen.trimEnd()],
  ["with one space in place of two", chosen, chosen.replace("  ", " ")],
  ["without accents", chosen, chosen.replaceAll("ü", "u").replace("é", "e")],
  ["with accents in another encoding", chosen, chosen.normalize("NFD")],
  ["with another space at the end", chosen, `${chosen} `],
  ["with a null character after it", chosen, `${chosen}\0`],
  ["without the last of 72 bytes", longest, longest.slice(0, -1)],
  ["with another last byte of 72", longest, `${longest.slice(0, -1)}m`],
  ["with a 73rd byte", longest, `${longest}n`],
])("a password typed %s", (_how, password, typed) => {
  test("opens nothing, and as it was chosen it does", async () => {
    const logIn = await account(password);
    expect(typed).not.toBe(password);
    expect(await logIn(typed)).toBe(400);
    expect(await logIn(password)).toBe(302);
  });
});

test("of two passwords that differ in the case of one letter, a change keeps apart", async () => {
  const { visitor, email, password } = await site.signedIn();
  const { action } = await import("~/routes/dashboard-security");
  const next = "Nine Lemons on a hill";
  const fields = { intent: "change-password", currentPassword: password, password: next };
  expect((await visitor.send(action, "/dashboard/security", fields)).status).toBeLessThan(400);
  const { action: logIn } = await import("~/routes/login");
  const statusOf = async (typed: string) =>
    (await (await site.newVisitor()).send(logIn, "/login", { email, password: typed })).status;
  expect(await statusOf("nine Lemons on a hill")).toBe(400);
  expect(await statusOf(next)).toBe(302);
});
