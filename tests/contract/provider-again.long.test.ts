import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clientId, clientSecret, startTestProvider } from "@platen/auth/testing/oauth-provider";
import { newAddress, publishableKey, secretKey, siteUrl } from "@platen/auth/testing/service";
import { type AccountSite, openAccountSite, type Visitor } from "./support/account-site";
import { adminClient } from "./support/auth-clients";

let provider: Awaited<ReturnType<typeof startTestProvider>>;
let site: AccountSite;

beforeAll(async () => {
  provider = await startTestProvider();
  site = await openAccountSite({
    providers: ["google", "company"].map((name) => ({
      ...{ kind: "oidc" as const, name },
      ...{ issuer: provider.issuer, clientId, clientSecret },
    })),
  });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

beforeEach(() => {
  provider.state.misbehavior = {};
});

const page = "/dashboard/keys?shown=all";
const remembered = `redirectTo=${encodeURIComponent(page)}`;

/** Presses the provider's button, lets the provider approve, and returns to the site. */
async function throughProvider(visitor: Visitor, query: string, name = "google") {
  const { loader: setOut } = await import("~/routes/auth-provider");
  const { loader: comeBack } = await import("~/routes/auth-callback");
  const button = await visitor.open(setOut, `/auth/provider/${name}?${query}`, {
    provider: name,
  });
  const cookies: string[] = [];
  let address = button.location ?? "";
  while (!address.startsWith(`${siteUrl}/auth/callback`)) {
    const response = await fetch(address.replace(siteUrl, site.service.url), {
      redirect: "manual",
      headers: { Cookie: cookies.join("; ") },
    });
    cookies.push(...response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? ""));
    const location = response.headers.get("Location");
    if (!location) throw new Error(`${address} leads nowhere: ${await response.text()}`);
    address = new URL(location, address).href;
  }
  return visitor.open(comeBack, address.slice(siteUrl.length));
}

/** A user who signed in by the provider sixteen minutes ago. */
async function signedInByProvider(name?: string) {
  const email = newAddress();
  const person = { sub: email, email, email_verified: true };
  provider.state.person = person;
  const visitor = await site.newVisitor();
  site.service.wait(-16 * 60);
  await throughProvider(visitor, "redirectTo=%2Fdashboard", name);
  site.service.wait(16 * 60);
  return { email, person, visitor };
}

async function goTo(visitor: Visitor) {
  const { requireFreshSignIn } = await import("~/account/session/guards.server");
  return visitor.open(async ({ request, context }) => {
    const { viewer } = await requireFreshSignIn(context.session, request);
    return viewer.email;
  }, page);
}

const sessionsOf = (email: string) =>
  site.database.query<{ id: string }>(
    "select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1",
    [email],
  );

test("a stranger who registered an address before its owner leaves no name behind", async () => {
  const email = newAddress();
  const { error } = await adminClient({
    url: site.service.url,
    publishableKey,
    secretKey,
  }).auth.admin.createUser({
    email,
    user_metadata: { full_name: "A Stranger" },
  });
  expect(error).toBeNull();
  provider.state.person = { sub: email, email, email_verified: true, name: "Ada Example" };
  const visitor = await site.newVisitor();
  await throughProvider(visitor, "redirectTo=%2Fdashboard");
  const rows = await site.database.query("select full_name from public.profiles where email = $1", [
    email,
  ]);
  expect(rows).toEqual([{ full_name: "Ada Example" }]);
});

test("a user of an external account confirms their identity with it", async () => {
  const { email, visitor } = await signedInByProvider();
  expect((await goTo(visitor)).location).toBe(`/login/again?${remembered}`);
  const before = await sessionsOf(email);
  expect((await throughProvider(visitor, `again&${remembered}`)).location).toBe(page);
  expect((await goTo(visitor)).data).toBe(email);
  const after = await sessionsOf(email);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test("another user of the provider confirms nothing and is not signed in; the session stays", async () => {
  const { email, visitor } = await signedInByProvider();
  const other = newAddress();
  provider.state.person = { sub: other, email: other, email_verified: true };
  expect(await throughProvider(visitor, `again&${remembered}`)).toMatchObject({
    status: 400,
    data: {
      problem: expect.stringContaining("someone else"),
      back: `/login/again?${remembered}`,
    },
  });
  expect((await goTo(visitor)).location).toBe(`/login/again?${remembered}`);
  const { requireUser } = await import("~/account/session/guards.server");
  const seen = await visitor.open(
    async ({ request, context }) => (await requireUser(context.session, request)).viewer.email,
    "/dashboard",
  );
  expect(seen.data).toBe(email);
  expect([await sessionsOf(email), await sessionsOf(other)]).toMatchObject([[{}], []]);
});

test("the owner of a closed account can confirm too", async () => {
  const { email, person, visitor } = await signedInByProvider();
  await site.database.query(
    "update public.profiles set closes_at = now() + interval '1 day' where email = $1",
    [email],
  );
  provider.state.person = person;
  const back = `redirectTo=${encodeURIComponent("/dashboard/data")}`;
  expect((await throughProvider(visitor, `again&${back}`)).location).toBe("/dashboard/data");
});

test("a visitor signs in first, and a signed-in user is not redirected without the flag", async () => {
  const { loader } = await import("~/routes/auth-provider");
  const params = { provider: "google" };
  const stranger = await site.newVisitor();
  const asked = await stranger.open(loader, "/auth/provider/google?again", params);
  expect(asked.location).toMatch(/^\/login/);
  const { visitor } = await site.signedIn();
  const without = await visitor.open(loader, `/auth/provider/google?${remembered}`, params);
  expect(without.location).toBe(page);
});

test("confirming by an external account asks the provider for more than its own session", async () => {
  const { loader } = await import("~/routes/auth-provider");
  const { visitor } = await signedInByProvider();
  const first = await (
    await site.newVisitor()
  ).open(loader, "/auth/provider/google", { provider: "google" });
  const again = await visitor.open(loader, `/auth/provider/google?again&${remembered}`, {
    provider: "google",
  });
  const promptOf = (location: string | null | undefined) =>
    new URL(location ?? "").searchParams.get("prompt");
  expect(promptOf(first.location)).toBeNull();
  expect(promptOf(again.location)).toBe("select_account");
});

const now = () => Math.floor(Date.now() / 1000);

test.each([
  ["does not say when the user signed in there", undefined],
  ["signed the user in an hour ago", 3_600],
])("a provider that %s confirms nothing, and the session stays", async (_, age) => {
  const { email, person, visitor } = await signedInByProvider("company");
  provider.state.person = person;
  provider.state.misbehavior = { claims: age === undefined ? {} : { auth_time: now() - age } };
  expect(await throughProvider(visitor, `again&${remembered}`, "company")).toMatchObject({
    status: 400,
    data: {
      problem: expect.stringContaining("did not say that you have just signed in"),
      back: `/login/again?${remembered}`,
    },
  });
  expect(await sessionsOf(email)).toHaveLength(1);
  expect((await goTo(visitor)).location).toBe(`/login/again?${remembered}`);
});

test("a provider that has just signed the user in confirms them", async () => {
  const { email, person, visitor } = await signedInByProvider("company");
  provider.state.person = person;
  provider.state.misbehavior = { claims: { auth_time: now() - 5 } };
  const back = await throughProvider(visitor, `again&${remembered}`, "company");
  expect(back.location).toBe(page);
  expect(provider.state.asked.get("max_age")).toBe("0");
  expect((await goTo(visitor)).data).toBe(email);
});

test("signing out and in by the session that the provider still has is not a fresh sign-in", async () => {
  const email = newAddress();
  provider.state.person = { sub: email, email, email_verified: true };
  provider.state.misbehavior = { claims: { auth_time: now() - 3_600 } };
  const visitor = await site.newVisitor();
  await throughProvider(visitor, "redirectTo=%2Fdashboard", "company");
  expect((await goTo(visitor)).location).toBe(`/login/again?${remembered}`);
});
