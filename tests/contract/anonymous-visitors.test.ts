import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, newAddress } from "@platen/auth/testing/service";
import { type AccountSite, openAccountSite } from "./support/account-site";

let site: AccountSite;

beforeAll(async () => {
  site = await openAccountSite({ anonymousSignIns: true });
});
afterAll(() => site.close());

const profilesOf = (id: string) =>
  site.database.query(
    `select email, role, (select count(*)::int from public.subscriptions where user_id = $1) as plans
     from public.profiles where id = $1`,
    [id],
  );

test("an anonymous account is a visitor to the site, and a customer once it has an email address", async () => {
  const { loader } = await import("~/routes/dashboard");
  const visitor = await site.newVisitor();
  let id = "";
  await visitor.open(async ({ context }) => {
    const { data, error } = await context.session.auth.signInAnonymously();
    if (error) throw error;
    id = data.user?.id ?? "";
    return null;
  }, "/");
  expect(visitor.cookies.size).toBeGreaterThan(0);
  expect(await profilesOf(id)).toEqual([]);
  const dashboard = await visitor.open(loader, "/dashboard");
  expect(dashboard.location).toMatch(/^\/login/);
  const confirmed = await visitor.open(({ context }) => context.session.confirmedUserId(), "/");
  expect(confirmed.data).toBeNull();

  const email = newAddress();
  await visitor.open(async ({ context }) => {
    const { error } = await context.session.auth.updateUser({ email, password: goodPassword });
    if (error) throw error;
    await context.session.auth.refreshSession();
    return null;
  }, "/");
  expect(await profilesOf(id)).toEqual([{ email, role: "User", plans: 1 }]);
  expect((await visitor.open(loader, "/dashboard")).status).toBe(200);
});
