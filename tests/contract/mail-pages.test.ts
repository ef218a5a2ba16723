import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, newAddress } from "../../services/auth/test-service";
import { startRunningSite, type RunningSite } from "./running-site";

/* The pages that ask for mails, on a site whose accounts are confirmed by one. */

let site: RunningSite;

beforeAll(async () => {
  // Of so many, one visitor gets one.
  site = await startRunningSite({}, { autoconfirm: false, mailsPerHour: 6 });
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

test("who asks twice for a new password hears the same, and who asks for too many is told that none is sent", async () => {
  const email = newAddress();
  const onItsWay = /role="status"[^>]*>If there is an account with/;
  for (let count = 0; count < 2; count++) {
    const { status, text } = await send("/forgot-password", { email });
    expect(status).toBe(200);
    expect(text).toMatch(onItsWay);
  }
  for (const [path, fields] of [
    ["/forgot-password", {}],
    ["/signup", { password: goodPassword, fullName: "Ada" }],
  ] as const) {
    const { status, text } = await send(path, { email: newAddress(), ...fields });
    expect(status).toBe(400);
    expect(text).toMatch(/role="alert"[^>]*>(?:(?!<\/div>).)*We have sent many mails in the last/);
    expect(text).not.toMatch(onItsWay);
  }
});
