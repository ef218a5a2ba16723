import { afterAll, beforeAll, expect, test } from "vitest";
import type { Account, AccountSite, Answer, Visitor } from "./support/account-site";
import {
  AdministrationPages,
  demoteIn,
  entriesOf,
  expectNoTraceOf,
} from "./support/administration";
import { openPlanSite } from "./support/plan-site";

/*
 * Attempts of an attacker who wants to be an administrator, or who has an administrator's
 * unattended browser.
 */

let site: AccountSite;
let admin: Account & { visitor: Visitor };
let pages: AdministrationPages;
let victim: Account;

beforeAll(async () => {
  site = await openPlanSite();
  admin = await site.signedIn("Admin");
  pages = new AdministrationPages(site, admin.visitor);
  victim = await site.newAccount();
});
afterAll(() => site.close());

const expectNoTrace = (attempt: () => Promise<Answer>) => expectNoTraceOf(site, victim, attempt);
const demote = (account: Account) => demoteIn(site, account);

/** Every route and action of the administration. */
const requests: [string, (pages: AdministrationPages) => Promise<Answer>][] = [
  ["the overview", (to) => to.overview()],
  ["the health", (to) => to.health()],
  ["the users", (to) => to.users()],
  ["a user", (to) => to.user(victim)],
  ["a role", (to) => to.change(victim, "role", { role: "Admin" })],
  ["a plan", (to) => to.change(victim, "plan", { plan: "business" })],
  ["credits", (to) => to.change(victim, "credits", { amount: "9", reason: "x" })],
  ["a ban", (to) => to.change(victim, "ban", { duration: "24h", reason: "x" })],
  ["sessions", (to) => to.change(victim, "sessions")],
  ["a recovery email", (to) => to.change(victim, "recovery")],
  ["another invitation", (to) => to.change(victim, "invitation")],
  [
    "a second factor",
    (to) => to.change(victim, "factor", { factorId: crypto.randomUUID(), reason: "x" }),
  ],
  ["a deletion", (to) => to.change(victim, "delete", { reason: "x" })],
  ["an invitation", (to) => to.invite({ email: "x@mail.example", role: "Admin" })],
  ["the export", (to) => to.export()],
  ["a preview", (to) => to.previewBulk(`id=${victim.id}&intent=role&role=Admin`)],
  [
    "a bulk change",
    (to) => to.bulk({ intent: "role", role: "Admin", reason: "", account: [`${victim.id}:1`] }),
  ],
  ["the roles", (to) => to.roles()],
  ["the plans", (to) => to.plans()],
  [
    "a decision",
    (to) => to.decide({ intent: "approve", requestId: crypto.randomUUID(), reason: "" }),
  ],
  ["the emails", (to) => to.mails()],
  ["the audit log", (to) => to.audit()],
  ["the export of the audit log", (to) => to.exportAudit()],
];

/** Signs a user in as if it had been that long ago. */
async function signedInBefore(seconds: number, role: "Admin" | "Editor" | "User") {
  site.service.wait(-seconds);
  try {
    return await site.signedIn(role);
  } finally {
    site.service.wait(seconds);
  }
}

/** Tries every route, one after another: a session or its loss is the same at each. */
async function knockEverywhere(
  visitor: Visitor,
  expectRefused: (response: Answer, name: string) => void,
  at = requests,
) {
  const theirs = new AdministrationPages(site, visitor);
  for (const [name, knock] of at) {
    expectRefused(await expectNoTrace(() => knock(theirs)), name);
  }
}

test("no administration request is allowed for a visitor", async () => {
  await knockEverywhere(await site.newVisitor(), ({ location }, name) =>
    expect(location, name).toMatch(/^\/login\?redirectTo=%2Fadmin/),
  );
});

test.each(["User", "Editor"] as const)(
  "administration requests of the role %s get 404",
  async (role) => {
    const { visitor } = await site.signedIn(role);
    await knockEverywhere(visitor, (response, name) =>
      expect(response, name).toMatchObject({ status: 404, data: "" }),
    );
  },
);

test("administration requests are refused for an administrator who was demoted after signing in", async () => {
  const former = await site.signedIn("Admin");
  await demote(former);
  await knockEverywhere(former.visitor, ({ status }, name) => expect(status, name).toBe(404));
});

test.each([
  ["banned", "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
  ["signed out elsewhere", "delete from auth.sessions where user_id = $1"],
  ["deleted", "delete from auth.users where id = $1"],
])("administration requests are refused for an administrator who was %s", async (_, statement) => {
  const former = await site.signedIn("Admin");
  await site.database.query(statement, [former.id]);
  await knockEverywhere(former.visitor, ({ location }, name) =>
    expect(location, name).toMatch(/^\/login/),
  );
  await demote(former);
});

const readOnly = [
  "the overview",
  "the health",
  "the users",
  "a user",
  "a preview",
  "the roles",
  "the plans",
  "the emails",
  "the audit log",
];

test("a session that was left open cannot change or export anything", async () => {
  const away = await signedInBefore(16 * 60, "Admin");
  await knockEverywhere(
    away.visitor,
    ({ location }, name) =>
      expect(location, name).toMatch(/^\/login\/again\?redirectTo=%2Fadmin%2F/),
    requests.filter(([name]) => !readOnly.includes(name)),
  );
  await demote(away);
});

test("form input comes back after signing in again, but not the version it was based on", async () => {
  const away = await signedInBefore(16 * 60, "Admin");
  const { location } = await new AdministrationPages(site, away.visitor).change(victim, "ban", {
    duration: "168h",
    reason: "Fraud",
  });
  const back = new URL(location ?? "", "http://x").searchParams.get("redirectTo") ?? "";
  const { loader } = await import("~/routes/admin-layout");
  expect(await away.visitor.open(loader, back)).toMatchObject({
    data: { typed: { intent: "ban", duration: "168h", reason: "Fraud" } },
  });
  expect(await away.visitor.open(loader, back)).not.toHaveProperty("data.typed.version");
  await demote(away);
});

test("an export redirects to its list, because a file is not a page to return to", async () => {
  const away = await signedInBefore(16 * 60, "Admin");
  const theirs = new AdministrationPages(site, away.visitor);
  const backFrom = ({ location }: Answer) =>
    new URL(location ?? "", "http://x").searchParams.get("redirectTo");
  expect(backFrom(await theirs.export("q=nora"))).toBe("/admin/users?q=nora");
  expect(backFrom(await theirs.exportAudit("format=csv&action=user.ban"))).toBe(
    "/admin/audit?action=user.ban",
  );
  await demote(away);
});

test("the password alone is not enough for an administrator with a second factor", async () => {
  const guarded = await site.signedIn("Admin");
  await site.database.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $2, 'phone', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
    [crypto.randomUUID(), guarded.id],
  );
  await knockEverywhere(guarded.visitor, ({ location }, name) =>
    expect(location, name).toMatch(/^\/login\/second-factor/),
  );
  await demote(guarded);
});

test("who invites an address does not let an earlier sign-up with it share the account", async () => {
  const { authService } = await import("@domain/auth-service/auth-service.server");
  const email = "invited@mail.example";
  const password = "known to the squatter";
  const user_metadata = { full_name: "A Squatter" };
  await authService().admin.createUser({ email, password, user_metadata });
  await pages.invite({ email, fullName: "Ada Owner", role: "Editor" });
  const mail = await site.service.mailTo(email);
  const token_hash = /token_hash=([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? "";
  const { action } = await import("~/routes/auth-confirm");
  const owner = await site.newVisitor();
  await owner.send(action, "/auth/confirm", { token_hash, type: "invite" });
  await expect((await site.newVisitor()).logIn({ email, password })).rejects.toThrow(/Invalid/);
  const [profile] = await site.database.query(
    "select full_name from public.profiles where email = $1",
    [email],
  );
  expect(profile).toEqual({ full_name: "Ada Owner" });
});

test("an invitation that comes as the owner confirms the account leaves them their password", async () => {
  const { authService } = await import("@domain/auth-service/auth-service.server");
  const email = "owner@mail.example";
  const password = "the owner's own one";
  await authService().admin.createUser({ email, password });
  await site.database.execute(`
    create function public.confirm_now() returns trigger language plpgsql security definer as $$
      begin
        update auth.users set email_confirmed_at = now()
          where email = '${email}' and email_confirmed_at is null;
        return new;
      end $$;
    create constraint trigger confirm_now after insert on public.audit_entries
      deferrable initially deferred for each row execute function public.confirm_now()`);
  try {
    const response = await pages.invite({ email, fullName: "Ada Owner", role: "Editor" });
    expect(response).toMatchObject({ status: 400 });
  } finally {
    await site.database.execute(
      "drop trigger confirm_now on public.audit_entries; drop function public.confirm_now()",
    );
  }
  await (await site.newVisitor()).logIn({ email, password });
});

test("another user's factor is not removed, and the attempt is in the audit log", async () => {
  const other = await site.newAccount();
  const factorId = crypto.randomUUID();
  await site.database.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $2, 'phone', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
    [factorId, other.id],
  );
  const response = await pages.change(victim, "factor", { factorId, reason: "x" });
  expect(response).toMatchObject({
    status: 400,
    data: { message: expect.stringMatching(/refused/) },
  });
  expect(await site.database.query("select id from auth.mfa_factors")).toContainEqual({
    id: factorId,
  });
  expect((await entriesOf(site, victim)).slice(-2)).toMatchObject([
    { action: "service.asked", reason: "x", after: { change: "user.factor.remove" } },
    { action: "service.refused", after: { change: "user.factor.remove" } },
  ]);

  await pages.change(other, "factor", { factorId, reason: "Lost" });
  expect(await entriesOf(site, other)).toMatchObject([
    { action: "service.asked", reason: "Lost" },
    { action: "user.factor.remove", before: { factor: factorId } },
  ]);
});

test("an administrator who is demoted during an invitation grants no role, and the audit log records it", async () => {
  const eve = await site.signedIn("Admin");
  const email = "meanwhile@mail.example";
  await site.database.execute(`
    create function public.demote() returns trigger language plpgsql security definer as $$
      begin update public.profiles set role = 'User' where id = '${eve.id}'; return new; end $$;
    create trigger demote after insert on auth.users for each row execute function public.demote()`);
  try {
    const eves = new AdministrationPages(site, eve.visitor);
    expect((await eves.invite({ email, role: "Admin" })).status).toBe(404);
  } finally {
    await site.database.execute("drop trigger demote on auth.users; drop function public.demote()");
  }
  expect(
    await site.database.query(
      `select p.role, e.action, e.actor = $2 as by_eve from public.profiles p
       join public.audit_entries e on e.subject_name = p.email where p.email = $1`,
      [email, eve.id],
    ),
  ).toEqual([{ role: "User", action: "service.asked", by_eve: true }]);
});
