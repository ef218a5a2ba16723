import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
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
async function goTo(visitor: Visitor, path = page) {
  const { requireFreshSignIn } = await import("~/account/session/guards.server");
  return visitor.open(async ({ request, context }) => {
    await requireFreshSignIn(context.session, request);
    return "done";
  }, path);
}

/**
 * Sends a form that requires a fresh sign-in, and returns the page to which that sign-in leads
 * back.
 */
async function sendForm(visitor: Visitor, path: string, typed: Record<string, string>) {
  const { requireFreshSignIn } = await import("~/account/session/guards.server");
  const { location } = await visitor.send(
    ({ request, context }) => requireFreshSignIn(context.session, request, typed),
    path,
    typed,
  );
  expect(location).toMatch(/^\/login\/again\?/);
  return new URL(location ?? "", "http://localhost").searchParams.get("redirectTo") ?? "";
}

/** What the page fills in, below the message that its form has to be sent once more. */
async function filledIn(visitor: Visitor, path: string) {
  const { loader } = await import("~/routes/dashboard-layout");
  const { data } = await visitor.open(loader, path);
  return z.object({ typed: z.unknown() }).parse(data).typed;
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

test("form input is restored with the page, also as Remix requests its data", async () => {
  const { visitor, password } = await signedInBefore(16 * 60);
  const typed = { intent: "ban", reason: "Fraud & lies" };
  const back = await sendForm(visitor, "/dashboard/keys.data?shown=all&_routes=x", typed);
  expect(back).toMatch(/^\/dashboard\/keys\?shown=all&unfinished=/);
  const again = `/login/again?redirectTo=${encodeURIComponent(back)}`;
  expect((await enterAgain(visitor, password, again)).location).toBe(back);
  expect(await filledIn(visitor, back)).toEqual(typed);
  expect(await filledIn(visitor, back.replace("?", ".data?"))).toEqual(typed);
});

test("a form without fields that was not carried out is announced all the same", async () => {
  const { visitor } = await signedInBefore(16 * 60);
  expect(await filledIn(visitor, await sendForm(visitor, page, {}))).toEqual({});
});

test("a form too long for the URL leads back to its page without what was typed", async () => {
  const { visitor } = await signedInBefore(16 * 60);
  const back = await sendForm(visitor, page, { reason: "理".repeat(500) });
  expect(back).toMatch(/^\/dashboard\/keys\?/);
  expect(await filledIn(visitor, back)).toEqual({});
});

test("a link fills in nothing, and claims no form that was not carried out", async () => {
  const { visitor } = await site.signedIn();
  const forged = Buffer.from(JSON.stringify({ until: 1e15, typed: { role: "Admin" } }));
  for (const unfinished of ["1", "", ".", "1.1", `${forged.toString("base64url")}.x`]) {
    const link = `${page}&intent=role&role=Admin&unfinished=${unfinished}`;
    expect(await filledIn(visitor, link)).toBeNull();
  }
});

test("a link adds nothing to what is filled in after a form is sent from its page", async () => {
  const { visitor } = await signedInBefore(16 * 60);
  const back = await sendForm(visitor, `${page}&role=Admin&reason=Mine`, { intent: "ban" });
  expect(await filledIn(visitor, back)).toEqual({ intent: "ban" });
});

test("what a user typed is filled in for nobody else, on no other page, and for an hour", async () => {
  const { visitor } = await signedInBefore(16 * 60);
  const back = await sendForm(visitor, page, { email: "new@platen.example" });
  const other = await site.signedIn();
  expect(await filledIn(other.visitor, back)).toBeNull();
  expect(await filledIn(visitor, back.replace("/keys", "/profile/email"))).toBeNull();
  const { readFormValues } = await import("~/account/session/unfinished-form.server");
  const claims = await visitor.claims();
  const read = () =>
    readFormValues(new Request(new URL(back, "http://localhost")), claims?.sub ?? "");
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + 59 * 60_000);
  expect(read()).toEqual({ email: "new@platen.example" });
  vi.spyOn(Date, "now").mockReturnValue(now + 61 * 60_000);
  expect(read()).toBeNull();
  vi.restoreAllMocks();
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
