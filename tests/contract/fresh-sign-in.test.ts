import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountSite, openAccountSite, type Visitor } from "./support/account-site";

let site: AccountSite;

beforeAll(async () => {
  site = await openAccountSite();
});
afterAll(() => site.close());

const page = "/dashboard/keys?shown=all";
const askedAgain = `/login/again?redirectTo=${encodeURIComponent(page)}`;

/** Signs a user in as if it had been that long ago. */
async function signedInBefore(seconds: number) {
  site.service.wait(-seconds);
  try {
    return await site.signedIn();
  } finally {
    site.service.wait(seconds);
  }
}

/** Goes to a page that requires a fresh sign-in. */
async function goTo(visitor: Visitor, path = page, typed?: Record<string, string>) {
  const { requireFreshSignIn } = await import("~/account/session/guards.server");
  return visitor.open(async ({ request, context }) => {
    await requireFreshSignIn(context.session, request, typed);
    return "done";
  }, path);
}

async function enterAgain(visitor: Visitor, password: string, path = askedAgain) {
  const { action } = await import("~/routes/login-again");
  return visitor.send(action, path, { password });
}

test("a visitor has to sign in first", async () => {
  const response = await goTo(await site.newVisitor());
  expect(response.location).toBe(`/login?redirectTo=${encodeURIComponent(page)}`);
});

test("a user who has just signed in may continue", async () => {
  const { visitor } = await site.signedIn();
  expect((await goTo(visitor)).data).toBe("done");
});

test("a sign-in fourteen minutes ago is fresh, one sixteen minutes ago is not", async () => {
  const early = await signedInBefore(14 * 60);
  expect((await goTo(early.visitor)).data).toBe("done");
  const late = await signedInBefore(16 * 60);
  expect((await goTo(late.visitor)).location).toBe(askedAgain);
});

test("a refreshed token is not a fresh sign-in", async () => {
  const { visitor } = await signedInBefore(2 * 3600);
  expect((await goTo(visitor)).location).toBe(askedAgain);
});

test("form input is restored with the page", async () => {
  const { visitor } = await signedInBefore(16 * 60);
  const response = await goTo(visitor, "/admin/users/7?_routes=x", { reason: "Fraud & lies" });
  const back = new URL(response.location ?? "", "http://localhost").searchParams.get("redirectTo");
  expect(back).toBe("/admin/users/7?reason=Fraud+%26+lies");
});

test("a form that was not carried out is announced where the sign-in leads back to", async () => {
  const { visitor } = await signedInBefore(16 * 60);
  const { requireFreshSignIn } = await import("~/account/session/guards.server");
  const response = await visitor.send(
    ({ request, context }) => requireFreshSignIn(context.session, request, { reason: "Fraud" }),
    "/admin/plans",
    { reason: "Fraud" },
  );
  const back = new URL(response.location ?? "", "http://localhost").searchParams.get("redirectTo");
  expect(back).toBe("/admin/plans?reason=Fraud&unfinished=1");
});

test("the password makes it fresh, and leads back to the page", async () => {
  const { visitor, password } = await signedInBefore(16 * 60);
  expect((await enterAgain(visitor, password)).location).toBe(page);
  expect((await goTo(visitor)).data).toBe("done");
});

test("a wrong password does not, and keeps the user signed in", async () => {
  const { visitor } = await signedInBefore(16 * 60);
  expect(await enterAgain(visitor, "not the password")).toMatchObject({
    status: 400,
    data: {
      // Nothing about an email address, which this page does not ask for.
      failure: { description: "The current password is incorrect." },
      reply: { error: { password: ["Check the password."] } },
    },
  });
  expect(await enterAgain(visitor, "")).toMatchObject({
    status: 400,
    data: { reply: { error: { password: ["Enter a password."] } } },
  });
  expect((await goTo(visitor)).location).toBe(askedAgain);
});

test("the new session replaces the old one", async () => {
  const { id, visitor, password } = await signedInBefore(16 * 60);
  const sessions = () =>
    site.database.query<{ id: string }>("select id from auth.sessions where user_id = $1", [id]);
  const before = await sessions();
  await enterAgain(visitor, password);
  const after = await sessions();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test("it redirects to no other site, and not for a visitor", async () => {
  const { visitor, password } = await signedInBefore(16 * 60);
  const elsewhere = "/login/again?redirectTo=//evil.example/";
  expect((await enterAgain(visitor, password, elsewhere)).location).toBe("/");
  expect((await enterAgain(await site.newVisitor(), password)).location).toBe("/login");
});
