import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "@platen/auth/testing/mail";
import { goodPassword, newAddress, publishableKey, secretKey } from "@platen/auth/testing/service";
import { adminClient } from "./support/auth-clients";
import { PlainBrowser } from "./support/plain-browser";
import { startRunningSite, type RunningSite } from "./support/running-site";

/*
 * Users who type the code of a mail on the page that the mail names, at a site without a mail
 * server.
 */

let site: RunningSite;

beforeAll(async () => {
  process.env.OUTBOX = tmpdir();
  site = await startRunningSite();
});
afterAll(() => site.stop());

const textOf = (html: string) =>
  html.replace(/<script.*?<\/script>|<!--.*?-->|<[^>]*>/gs, "").replace(/\s+/g, " ");

const whereMailsAre = "This site has no mail server: its emails are on /dev/mail.";

/** The newest mail to an email address, and the page that it names for its code. */
async function mailTo(email: string, seen = 0) {
  const mail = await site.accounts.mailTo(email, seen);
  const [, page = ""] = /Or enter this code on (\S+)/.exec(mail.text) ?? [];
  const { pathname, search } = new URL(page);
  return { page: pathname + search, code: codeOf(mail) };
}

/** Opens the page that a mail names, and types its code there. */
async function typeCode(browser: PlainBrowser, email: string, seen = 0) {
  const { page, code } = await mailTo(email, seen);
  const opened = await browser.ask(page);
  expect(opened.status).toBe(200);
  const type = new URL(page, site.url).searchParams.get("type");
  expect(opened.text).toContain(`action="/auth/code?type=${type}`);
  return browser.ask(page, { email, code });
}

async function signedUp(email: string) {
  const browser = new PlainBrowser(site.url);
  const { location } = await browser.ask("/signup", { email, password: goodPassword });
  expect(location).toBe("/");
  return browser;
}

test("the code of an invitation signs in, and leads to choosing a password", async () => {
  const email = newAddress();
  const target = { url: site.accounts.url, publishableKey, secretKey };
  const { error } = await adminClient(target).auth.admin.inviteUserByEmail(email, {
    redirectTo: `${site.url}/auth/callback`,
  });
  expect(error).toBeNull();
  const browser = new PlainBrowser(site.url);
  const { location } = await typeCode(browser, email);
  expect(location).toBe("/reset-password?invited");
  expect(textOf((await browser.ask(location ?? "")).text)).toContain("Welcome. Choose a password");
  const saved = await browser.ask(location ?? "", { password: goodPassword });
  expect(saved.location).toBe("/");
});

test.each([
  ["in the browser that asked for it, the old address first", true, false],
  ["in the browser that asked for it, the new address first", true, true],
  ["in browsers without a session", false, false],
])("an account moves by the codes of both mails %s", async (_, sameBrowser, newFirst) => {
  const [from, to] = [newAddress(), newAddress()];
  const asking = await signedUp(from);
  const requested = await asking.ask("/dashboard/profile/email", { email: to });
  expect(requested.location).toBe("/dashboard/profile/email");
  const browser = () => (sameBrowser ? asking : new PlainBrowser(site.url));
  const [first, second] = newFirst ? [to, from] : [from, to];
  const half = await typeCode(browser(), first);
  expect(half.status).toBe(200);
  expect(textOf(half.text)).toContain("One more confirmation");
  expect(textOf(half.text)).toContain(whereMailsAre);
  const last = browser();
  const moved = await typeCode(last, second);
  expect(moved.location).toBe("/dashboard/profile");
  expect(textOf((await last.ask("/dashboard/profile")).text)).toContain(to);
});

test.each([
  ["/auth/resend", { email: newAddress() }],
  ["/forgot-password", { email: newAddress() }],
])("%s says where its mail goes", async (path, fields) => {
  const sent = await new PlainBrowser(site.url).ask(path, fields);
  expect(textOf(sent.text)).toContain("Check your email");
  expect(textOf(sent.text)).toContain(whereMailsAre);
});

test("an administrator who sends a mail is told where it goes", async () => {
  const email = newAddress();
  const browser = await signedUp(email);
  await site.accounts.database.query("update public.profiles set role = 'Admin' where email = $1", [
    email,
  ]);
  const invitation = { email: newAddress(), fullName: "", role: "User" };
  const { location } = await browser.ask("/admin/users/invite", invitation);
  expect(location).toMatch(/^\/admin\/users\/[\w-]+$/);
  const user = await browser.ask(location ?? "");
  expect(textOf(user.text)).toContain(`To ${invitation.email}. ${whereMailsAre}`);
  const version = /name="version" value="(\d+)"/.exec(user.text)?.[1] ?? "";
  await browser.ask(location ?? "", { intent: "recovery", version, reason: "Asked by phone" });
  const again = textOf((await browser.ask(location ?? "")).text);
  expect(again).toContain("The recovery email is on its way");
  expect(again).toContain(whereMailsAre);
});
