import { afterAll, beforeAll, expect, test } from "vitest";
import { linkOf } from "@platen/auth/testing/mail";
import { goodPassword, newAddress } from "@platen/auth/testing/service";
import { PlainBrowser } from "./support/plain-browser";
import { startRunningSite, type RunningSite } from "./support/running-site";

/* The site of an operator who requires longer passwords than by default. */

const setUp = `/setup?token=${"t".repeat(40)}`;
const tooShort = "quiet mill";
const longEnough = "quiet mill 7";
/** Fewer characters than the service allows, and more bytes. */
const tooManyBytes = "тихая мельница у широкой реки зимой семь";

let site: RunningSite;

beforeAll(async () => {
  Object.assign(process.env, { PASSWORD_MIN_LENGTH: "12", SETUP_TOKEN: "t".repeat(40) });
  site = await startRunningSite({}, { minPasswordLength: 12 });
});
afterAll(() => site.stop());

const textOf = (html: string) => html.replace(/<script.*?<\/script>|<[^>]*>/gs, " ");

/** Signs a new user up, and opens the page that a mail to them leads to. */
async function userWithMail() {
  const browser = new PlainBrowser(site.url);
  const email = newAddress();
  expect((await browser.ask("/signup", { email, password: goodPassword })).location).toBe("/");
  await browser.ask("/forgot-password", { email });
  const { type, token_hash } = linkOf(await site.accounts.mailTo(email));
  await browser.ask("/auth/confirm", { type: type ?? "", token_hash: token_hash ?? "" });
  return browser;
}

const visitor = async () => new PlainBrowser(site.url);

test.each<[string, () => Promise<PlainBrowser>, Record<string, string>]>([
  ["/signup", visitor, { email: newAddress() }],
  [setUp, visitor, { email: newAddress(), fullName: "Ada" }],
  ["/reset-password", userWithMail, {}],
  [
    "/dashboard/security",
    userWithMail,
    { intent: "change-password", currentPassword: goodPassword },
  ],
])(
  "the form of %s names the required length, and so do its refusals",
  async (path, open, fields) => {
    const browser = await open();
    expect(textOf((await browser.ask(path)).text)).toContain("12 characters or more.");
    const refused = await browser.ask(path, { ...fields, password: tooShort });
    expect(refused.status).toBe(400);
    expect(textOf(refused.text)).toMatch(/password of 12 characters|at least 12 characters/);
    expect(textOf(refused.text)).not.toMatch(/\b8 characters/);
    const tooLong = await browser.ask(path, { ...fields, password: tooManyBytes });
    expect(tooLong.status).toBe(400);
    expect(textOf(tooLong.text)).toContain("fewer when it has accented letters");
    const done = await browser.ask(path, { ...fields, password: longEnough });
    expect(done.status).toBeLessThan(400);
  },
);
