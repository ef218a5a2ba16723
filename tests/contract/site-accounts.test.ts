import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { goodPassword, newAddress } from "@platen/auth/testing/service";
import type { ServiceCall } from "@domain/resilience/service-call-metrics.server";
import { PlainBrowser } from "./support/plain-browser";
import { startRunningSite, type RunningSite } from "./support/running-site";

/* The accounts in the whole site: with its own server, over HTTP. */

let site: RunningSite;

beforeAll(async () => {
  site = await startRunningSite();
});
afterAll(() => site.stop());

const away = /role="alert"[^>]*>(?:(?!<\/div>).)*Our account service is not responding right now/;

const passwordChange = { currentPassword: goodPassword, password: "a wholly other mill 8" };

class Browser extends PlainBrowser {
  constructor() {
    super(site.url);
  }

  /** Sends a form while the accounts' service is unavailable, and again when it is back. */
  async askInVain(path: string, fields?: Record<string, string>) {
    site.accountsLink.refuseConnections();
    try {
      return await this.ask(path, fields);
    } finally {
      site.accountsLink.resume();
    }
  }
}

/** Signs a new user up. */
async function signedUp() {
  const browser = new Browser();
  const email = newAddress();
  const { location } = await browser.ask("/signup", { email, password: goodPassword });
  expect(location).toBe("/");
  expect((await browser.ask("/dashboard/security")).status).toBe(200);
  return { browser, email };
}

const idOf = async (email: string) => {
  const rows = await site.accounts.database.query("select id from auth.users where email = $1", [
    email,
  ]);
  return z.tuple([z.object({ id: z.uuid() })]).parse(rows)[0].id;
};

test.each([
  ["/login", { email: "ada@mail.example", password: "correct horse" }],
  ["/signup", { email: "ada@mail.example", password: "correct horse" }],
  ["/forgot-password", { email: "ada@mail.example" }],
  ["/auth/resend", { email: "ada@mail.example" }],
  ["/auth/confirm?token_hash=abc&type=signup", { token_hash: "abc", type: "signup" }],
])(
  "while the auth service is unavailable, a visitor's form at %s says so",
  async (path, fields) => {
    const browser = new Browser();
    expect((await browser.askInVain(path)).status).toBe(200);
    const { status, text } = await browser.askInVain(path, fields);
    expect(status).toBe(503);
    expect(text).toMatch(away);
    expect(text).not.toContain("correct horse");
  },
);

test.each([
  ["/login/again", { password: goodPassword }],
  ["/dashboard/profile/email", { email: "next@mail.example" }],
  ["/dashboard/security/authenticator", { name: "Phone" }],
  ["/dashboard/security/key", { name: "Blue key" }],
  ["/dashboard/security", { ...passwordChange, intent: "change-password" }],
  ["/dashboard/security", { intent: "end-other-sessions" }],
  ["/dashboard/security", { intent: "remove-second-factor", factorId: crypto.randomUUID() }],
])("and so does a signed-in user's at %s", async (path, fields) => {
  const { browser } = await signedUp();
  const { status, text } = await browser.askInVain(path, fields);
  expect(status).toBe(503);
  expect(text).toMatch(away);
});

test.each<[string, Record<string, string>]>([
  ["a code", { code: "123456" }],
  ["a recovery code", { recoveryCode: "0000-0000-0000-0000", password: "a mill wheel" }],
  ["a security key", { intent: "ask-key", factorId: crypto.randomUUID() }],
  [
    "the response of a security key",
    {
      intent: "finish-key",
      factorId: crypto.randomUUID(),
      challengeId: crypto.randomUUID(),
      credential: "{}",
    },
  ],
])("and the second step with %s", async (_, fields) => {
  const { browser, email } = await signedUp();
  await site.accounts.database.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $2, 'phone', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
    [crypto.randomUUID(), await idOf(email)],
  );
  const path = "/login/second-factor";
  expect((await browser.ask("/dashboard")).location).toContain(path);
  const { status, text } = await browser.askInVain(path, fields);
  expect(status).toBe(503);
  expect(text).toContain("Our account service is not responding right now");
});

test.each([
  ["email_exists", "Choose a new password by email"],
  ["provider_email_needs_verification", "Confirm it there"],
])("a user who returns from a provider with %s gets a helpful message", async (code, advice) => {
  const { status, text } = await new Browser().ask(
    `/auth/callback?error=server_error&error_code=${code}&error_description=Anything`,
  );
  expect(status).toBe(400);
  expect(text).toMatch(new RegExp(`role="alert"[^>]*>(?:(?!</div>).)*${advice}`));
  // The URL of the page itself appears in links to its parts.
  const words = text.replace(/<[^>]*>/g, " ");
  expect(words).not.toMatch(/another account|We have sent you a mail|Anything/);
});

test.each(["insufficient_storage", "unexpected_failure"])(
  "a link that anyone can write does not make the site report %s",
  async (code) => {
    const path = `/auth/callback?error=server_error&error_code=${code}`;
    expect((await new Browser().ask(path)).status).toBe(400);
  },
);

test("a service that accepts connections and does not respond counts as unavailable, too", async () => {
  const { browser } = await signedUp();
  const { setTimeout } = globalThis;
  // All arguments, because fetch has timers that need theirs.
  vi.stubGlobal(
    "setTimeout",
    (work: (...all: unknown[]) => void, milliseconds?: number, ...all: unknown[]) =>
      setTimeout(work, milliseconds === 15_000 ? 200 : milliseconds, ...all),
  );
  site.accountsLink.stopResponding();
  try {
    const credentials = { email: "ada@mail.example", password: goodPassword };
    for (const [who, path, fields] of [
      [new Browser(), "/login", credentials],
      [browser, "/login/again", { password: goodPassword }],
      [browser, "/dashboard/security", { ...passwordChange, intent: "change-password" }],
    ] as const) {
      const { status, text } = await who.ask(path, fields);
      expect([path, status]).toEqual([path, 503]);
      expect(text).toMatch(away);
    }
  } finally {
    site.accountsLink.resume();
    vi.unstubAllGlobals();
  }
});

test("and choosing a password by a mailed link", async () => {
  const { email } = await signedUp();
  const browser = new Browser();
  await browser.ask("/forgot-password", { email });
  const { link } = await site.accounts.mailTo(email);
  const token_hash = new URL(link ?? "").searchParams.get("token_hash") ?? "";
  const { location } = await browser.ask("/auth/confirm", { token_hash, type: "recovery" });
  expect(location).toMatch(/^\/reset-password/);
  const { status, text } = await browser.askInVain("/reset-password", {
    password: "a wholly other mill 8",
  });
  expect(status).toBe(503);
  expect(text).toMatch(away);
});

test("while the auth service is unavailable, users stay signed in and pages are served", async () => {
  const { browser } = await signedUp();
  expect((await browser.askInVain("/about")).status).toBe(200);
  const { status, text } = await browser.askInVain("/dashboard/security");
  expect(status).toBe(200);
  expect(text).toContain("Your authenticators and security keys cannot be read right now");
  expect((await browser.ask("/dashboard/security")).text).not.toContain("cannot be read");
});

test("an administrator who signs in comes to the administration by one redirect", async () => {
  const { browser, email } = await signedUp();
  const { database } = site.accounts;
  await database.query("update public.profiles set role = 'Admin' where email = $1", [email]);
  await browser.ask("/logout", {});
  const { location } = await browser.ask("/login", { email, password: goodPassword });
  expect(location).toBe("/admin/users");
  const calls: ServiceCall["service"][] = [];
  const { serviceCalls } = await import("@domain/resilience/service-call-metrics.server");
  serviceCalls.onEnd(({ service }) => void calls.push(service));
  expect((await browser.ask("/admin/users")).status).toBe(200);
  // The layout and the page have guards of their own: the viewer is read once for both, then the
  // layout's count of open messages, and the page's own list and its total.
  expect(calls.filter((service) => service === "auth")).toHaveLength(1);
  expect(calls.filter((service) => service === "database")).toHaveLength(4);
});

test("signing out while the auth service is unavailable signs this browser out, and says what did not work", async () => {
  const { browser } = await signedUp();
  expect((await browser.askInVain("/logout", {})).location).toBe("/");
  expect((await browser.ask("/about")).text).toMatch(/Sign out Failed.*You are signed out in this/);
  expect((await browser.ask("/dashboard")).location).toMatch(/^\/login/);
});

test("a dashboard page that fails keeps the area's navigation, and says so", async () => {
  const { browser } = await signedUp();
  const { database } = site.accounts;
  await database.execute("alter table public.api_keys rename to api_keys_away");
  try {
    const { status, text } = await browser.ask("/dashboard/keys");
    expect(status).toBe(500);
    expect(text).toMatch(/<h1[^>]*>This page could not be shown/);
    expect(text).toContain('href="/dashboard/plan"');
    // The browser would construct the class that an error names (GHSA-337j-9hxr-rhxg).
    expect(text).toContain("__type");
    expect(text).not.toContain("__subType");
  } finally {
    await database.execute("alter table public.api_keys_away rename to api_keys");
  }
});

test("every page of the areas shows its own failure", async () => {
  const { default: routes } = await import("~/routes");
  const areas = routes.filter(({ file }) => /(admin|dashboard)-layout/.test(file));
  const pages = areas
    .flatMap(({ children = [] }) => children)
    .filter(({ file }) => file.endsWith(".tsx"));
  expect(pages.length).toBeGreaterThan(15);
  for (const { file } of pages) {
    expect([file, await import(`../../app/${file}`)]).toEqual([
      file,
      expect.objectContaining({ ErrorBoundary: expect.any(Function) }),
    ]);
  }
});

// The last: from here on the test controls the site's clock.
test("an unresponsive database counts as unavailable: account pages say so, public ones are served", async () => {
  const { browser } = await signedUp();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const holding = new Promise<void>((begun) => {
    void site.accounts.database.transaction(async () => {
      begun();
      await held;
    });
  });
  await holding;
  try {
    const asked = [browser.ask("/about"), browser.ask("/dashboard/keys"), browser.ask("/")];
    const passing = setInterval(() => void vi.advanceTimersByTime(1_000), 100);
    const [about, keys, home] = await Promise.all(asked);
    clearInterval(passing);
    expect(about?.status).toBe(200);
    expect(about?.text).toContain("Sign Up");
    expect([keys?.status, home?.status]).toEqual([503, 503]);
    expect(keys?.text).toMatch(/<h1/);
  } finally {
    letGo();
    vi.useRealTimers();
  }
  expect((await browser.ask("/dashboard/keys")).status).toBe(200);
});
