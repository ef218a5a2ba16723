import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, newAddress } from "@platen/auth/testing/service";
import { startRunningSite, type RunningSite } from "./support/running-site";

/* The account pages of a site that sends few mails and accepts no new accounts. */

let site: RunningSite;

beforeAll(async () => {
  // Of this many, one visitor gets one.
  site = await startRunningSite({}, { autoconfirm: false, mailsPerHour: 6, signupDisabled: true });
});
afterAll(() => site.stop());

async function send(path: string, fields: Record<string, string>) {
  const response = await fetch(site.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, text: await response.text() };
}

test("a second request for a new password gets the same response, and too many requests say that no mail is sent", async () => {
  const email = newAddress();
  const onItsWay = /role="status"[^>]*>If there is an account with/;
  for (let count = 0; count < 2; count++) {
    const { status, text } = await send("/forgot-password", { email });
    expect(status).toBe(200);
    expect(text).toMatch(onItsWay);
  }
  const { status, text } = await send("/forgot-password", { email: newAddress() });
  expect(status).toBe(400);
  expect(text).toMatch(/role="alert"[^>]*>(?:(?!<\/div>).)*We have sent many emails in the last/);
  expect(text).not.toMatch(onItsWay);
});

test("the sign-up page says that sign-up is closed, instead of showing a form that is refused", async () => {
  const closed = "This site takes no new accounts at the moment.";
  const page = await fetch(`${site.url}/signup`);
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain(closed);
  expect(text).toMatch(/<a[^>]*href="\/login"/);
  expect(text).not.toMatch(/<form[^>]*method="post"[^>]*>(?:(?!<\/form>).)*name="password"/s);

  const person = { email: newAddress(), password: goodPassword, fullName: "Ada" };
  const refused = await send("/signup", person);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(closed);
});
