import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, newAddress } from "@platen/auth/testing/service";
import { startRunningSite, type RunningSite } from "./support/running-site";

/* The site behind a proxy that speaks https to visitors. */

const siteUrl = "https://platen.example";

let site: RunningSite;

beforeAll(async () => {
  site = await startRunningSite({ siteUrl });
});
afterAll(() => site.stop());

interface Asked {
  cookie?: string;
  fields?: Record<string, string>;
}

/** Sends a request like a browser that does not follow redirects; with fields it sends a form. */
const ask = (path: string, { cookie = "", fields }: Asked = {}) =>
  fetch(site.url + path, {
    redirect: "manual",
    headers: { Origin: siteUrl, Cookie: cookie },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });

test.each(["/", "/login", "/nothing-here", "/blog/", "/documentation", "/healthz", "/studio"])(
  "%s keeps browsers on https for two years",
  async (path) => {
    const { headers } = await ask(path);
    expect(headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
  },
);

test("no page sends a browser to http", async () => {
  const response = await ask("/");
  expect(response.headers.get("Content-Security-Policy")).toContain("upgrade-insecure-requests");
  expect(await response.text()).not.toContain("http://localhost");
});

test("every cookie belongs to this host alone, and is sent over https only", async () => {
  const person = { email: newAddress(), password: goodPassword };
  const signedUp = await ask("/signup", { fields: person });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  expect((await ask("/dashboard", { cookie })).status).toBe(200);
  const forgotten = await ask("/forgot-password", { fields: person });
  const previewLeft = await ask("/preview/leave", { fields: { path: "/" } });
  const loggedOut = await ask("/logout", { cookie, fields: {} });
  site.accountsLink.refuseConnections();
  const toast = await ask("/logout", { cookie, fields: {} });
  site.accountsLink.resume();

  const cookies = [signedUp, forgotten, previewLeft, loggedOut, toast].flatMap(({ headers }) =>
    headers.getSetCookie(),
  );
  const names = cookies.map((each) => each.split("=", 1)[0]);
  const { personalCookies } = await import("../../server/site/cache/personal-cookies");
  expect(names).toEqual(
    expect.arrayContaining([...personalCookies, "__Host-session-code-verifier"]),
  );
  for (const each of cookies) {
    const [pair, ...attributes] = each.split("; ").map((part) => part.replace("lax", "Lax"));
    expect(pair).toMatch(/^__Host-/);
    expect(attributes).toEqual(
      expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]),
    );
    expect(each).not.toMatch(/domain=/i);
  }
});
