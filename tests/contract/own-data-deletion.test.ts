import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as closedModule from "@domain/own-data/closed-accounts.server";
import type * as pageModule from "~/routes/dashboard-data";
import type * as profileModule from "~/routes/profile";
import { type AccountSite, openAccountSite, type Visitor } from "./support/account-site";
import { enterDebits } from "./support/ledger";
import { tryAs } from "./support/row-level-access";

const path = "/dashboard/data";

let site: AccountSite;
let closed: typeof closedModule;
let page: typeof pageModule;
let profile: typeof profileModule;

beforeAll(async () => {
  site = await openAccountSite();
  closed = await import("@domain/own-data/closed-accounts.server");
  page = await import("~/routes/dashboard-data");
  profile = await import("~/routes/profile");
});
afterAll(() => site.close());

const close = (visitor: Visitor, confirmation: string) =>
  visitor.send(page.action, path, { intent: "close", confirmation });
const keep = (visitor: Visitor) => visitor.send(page.action, path, { intent: "keep" });

/** Simulates that this many days have passed since accounts were closed. */
const letDaysPass = (days: number) =>
  site.database.query(
    "update public.profiles set closes_at = closes_at - make_interval(days => $1::int) where closes_at is not null",
    [days],
  );

const isThere = async (id: string) =>
  (await site.database.query("select from auth.users where id = $1", [id])).length === 1;

const spendCredits = (id: string, debits: number) => enterDebits(site, id, debits);

describe("deleting the account", () => {
  test("closes it at once, everywhere, until its owner restores it", async () => {
    const { visitor, ...account } = await site.signedIn();
    const elsewhere = await site.newVisitor();
    await elsewhere.logIn(account);
    expect((await close(visitor, account.email.toUpperCase())).location).toBe("/");
    for (const each of [visitor, elsewhere]) {
      expect((await each.open(page.loader, path)).location).toMatch(/^\/login/);
    }
    const [state] = await site.database.query<{ suspended: boolean; days: number }>(
      `select public.is_suspended(id) as suspended, round(extract(epoch from closes_at - now()) / 86400)::int as days
       from public.profiles where id = $1`,
      [account.id],
    );
    expect(state).toEqual({ suspended: true, days: 30 });

    await elsewhere.logIn(account);
    expect((await elsewhere.open(profile.loader, "/dashboard/profile")).location).toBe(path);
    expect(await elsewhere.open(page.loader, path)).toMatchObject({
      data: { closesAt: expect.any(Date) },
    });
    expect((await keep(elsewhere)).location).toBe("/dashboard");
    expect((await elsewhere.open(profile.loader, "/dashboard/profile")).status).toBe(200);
    await letDaysPass(31);
    await closed.deleteExpiredAccounts();
    expect(await isThere(account.id)).toBe(true);
  });

  test("cannot be undone once its time has come: it may just be happening", async () => {
    const { visitor, ...account } = await site.signedIn();
    await close(visitor, account.email);
    await visitor.logIn(account);
    await letDaysPass(31);
    expect((await keep(visitor)).location).toBe("/dashboard");
    await closed.deleteExpiredAccounts();
    expect(await isThere(account.id)).toBe(false);
  });

  test("requires its email address, typed", async () => {
    const { visitor, id, email } = await site.signedIn();
    for (const typed of ["", "yes", `${email}x`]) {
      expect(await close(visitor, typed)).toMatchObject({
        status: 400,
        data: { reply: { error: { confirmation: [expect.stringContaining(email)] } } },
      });
    }
    await letDaysPass(31);
    await closed.deleteExpiredAccounts();
    expect(await isThere(id)).toBe(true);
  });

  test("requires a fresh sign-in, after which its email address must be typed again", async () => {
    site.service.wait(-16 * 60);
    const { visitor, email } = await site.signedIn();
    site.service.wait(16 * 60);
    const { location } = await close(visitor, email);
    expect(location).toMatch(/^\/login\/again\?/);
    const back = new URL(location ?? "", "http://localhost").searchParams.get("redirectTo") ?? "";
    const { loader } = await import("~/routes/dashboard-layout");
    expect(await visitor.open(loader, back)).toMatchObject({ data: { typed: {} } });
  });

  test("twice changes nothing, not even the day", async () => {
    const { visitor, ...account } = await site.signedIn();
    const second = await site.newVisitor();
    await second.logIn(account);
    await Promise.all([close(visitor, account.email), close(second, account.email)]);
    await letDaysPass(10);
    await second.logIn(account);
    expect((await close(second, account.email)).location).toBe("/");
    const [row] = await site.database.query<{ days: number }>(
      "select round(extract(epoch from closes_at - now()) / 86400)::int as days from public.profiles where id = $1",
      [account.id],
    );
    expect(row?.days).toBe(20);
  });

  test("takes effect after thirty days: the user is gone, the books stay without their name", async () => {
    const { visitor, ...account } = await site.signedIn();
    await spendCredits(account.id, 3);
    await close(visitor, account.email);
    await letDaysPass(29);
    await closed.deleteExpiredAccounts();
    expect(await isThere(account.id)).toBe(true);
    await letDaysPass(1);
    const [first, second] = await Promise.all([
      closed.deleteExpiredAccounts(),
      closed.deleteExpiredAccounts(),
    ]);
    expect(first + second).toBeGreaterThanOrEqual(1);
    expect(await isThere(account.id)).toBe(false);

    const entries = await site.database.query<Record<string, unknown>>(
      "select * from public.past_credit_entries order by account, number",
    );
    expect(entries).toHaveLength(4);
    expect(new Set(entries.map((entry) => entry.account)).size).toBe(1);
    expect(JSON.stringify(entries)).not.toContain(account.id);
    const traces = await site.database.query(
      `select 1 from auth.audit_log_entries where payload::text like '%' || $1 || '%' or payload::text like '%' || $2 || '%'`,
      [account.id, account.email],
    );
    expect(traces).toEqual([]);
    expect(
      await site.database.query("select from public.profiles where id = $1", [account.id]),
    ).toEqual([]);
  });

  test("takes the same effect when an administrator did it, and the address can sign up again", async () => {
    const { visitor, ...account } = await site.signedIn();
    await spendCredits(account.id, 1);
    const deletedBefore = (days: number) =>
      site.database.query(
        "update public.profiles set deleted_at = now() - make_interval(days => $2::int) where id = $1",
        [account.id, days],
      );
    await deletedBefore(29);
    await closed.deleteExpiredAccounts();
    expect(await isThere(account.id)).toBe(true);
    await deletedBefore(30);
    await closed.deleteExpiredAccounts();
    expect(await isThere(account.id)).toBe(false);
    const { action } = await import("~/routes/signup");
    const fields = { email: account.email, password: account.password };
    expect((await visitor.send(action, "/signup", fields)).location).toBe("/");
  });

  test("continues with others after one that cannot be deleted", async () => {
    const [stuck, next] = [await site.signedIn(), await site.signedIn()];
    await close(stuck.visitor, stuck.email);
    await close(next.visitor, next.email);
    await letDaysPass(31);
    await site.database.execute(`
      create function public.refuse() returns trigger language plpgsql as $$
        begin if old.id = '${stuck.id}' then raise 'no'; end if; return old; end $$;
      create trigger refuse before delete on auth.users for each row execute function public.refuse()`);
    await closed.deleteExpiredAccounts();
    expect([await isThere(stuck.id), await isThere(next.id)]).toEqual([true, false]);
    await site.database.execute("drop trigger refuse on auth.users; drop function public.refuse()");
    await closed.deleteExpiredAccounts();
    expect(await isThere(stuck.id)).toBe(false);
  });

  test("is refused to the last administrator, even when the only other one has closed theirs", async () => {
    const [ada, eve] = [await site.signedIn("Admin"), await site.signedIn("Admin")];
    expect((await close(eve.visitor, eve.email)).location).toBe("/");
    expect(await close(ada.visitor, ada.email)).toMatchObject({
      status: 400,
      data: { failure: { description: expect.stringContaining("last administrator") } },
    });
    expect((await ada.visitor.open(page.loader, path)).data).toMatchObject({ closesAt: null });
    await letDaysPass(31);
    await closed.deleteExpiredAccounts();
    expect([await isThere(ada.id), await isThere(eve.id)]).toEqual([true, false]);
  });
});

describe("the rules of the tables", () => {
  test("nobody can close or reopen an account by hand", async () => {
    const { id } = await site.newAccount();
    for (const who of [null, id]) {
      for (const value of ["now()", "null"]) {
        const statement = `update public.profiles set closes_at = ${value}`;
        expect(await tryAs(site.database, who, statement)).toBe("42501");
      }
    }
  });

  test("the records of deleted accounts are read by the service alone, and written by nobody", async () => {
    const { id } = await site.newAccount();
    const read = "select * from public.past_credit_entries";
    expect(await tryAs(site.database, null, read)).toBe("42501");
    expect(await tryAs(site.database, id, read)).toBe("42501");
    expect(await tryAs(site.database, "service_role", read)).toBeTypeOf("number");
    for (const statement of [
      "delete from public.past_credit_entries",
      "update public.past_credit_entries set amount = 0",
    ]) {
      expect(await tryAs(site.database, "service_role", statement)).toBe("42501");
    }
  });
});

test("a form without a known intent is refused", async () => {
  const { visitor } = await site.signedIn();
  expect((await visitor.send(page.action, path, {})).status).toBe(400);
});
