import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Account, AccountSite, Answer, Visitor } from "./account-site";
import { AdministrationPages, entriesOf, profileOf } from "./administration";
import { openPlanSite } from "./plan-site";

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

/** Every route and action of the administration. */
const doors: [string, (pages: AdministrationPages) => Promise<Answer>][] = [
  ["the overview", (to) => to.overview()],
  ["the users", (to) => to.users()],
  ["a user", (to) => to.user(victim)],
  ["a role", (to) => to.change(victim, "role", { role: "Admin" })],
  ["a plan", (to) => to.change(victim, "plan", { plan: "business" })],
  ["credits", (to) => to.change(victim, "credits", { amount: "9", reason: "x" })],
  ["a ban", (to) => to.change(victim, "ban", { duration: "24h", reason: "x" })],
  ["sessions", (to) => to.change(victim, "sessions")],
  ["a recovery mail", (to) => to.change(victim, "recovery")],
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
  ["the audit trail", (to) => to.audit()],
];

/** What an attempt must leave unchanged. */
const traces = async () => ({
  profile: await profileOf(site, victim),
  entries: await entriesOf(site, victim),
  sent: site.service.mails.length,
});

async function expectNoTrace(attempt: () => Promise<Answer>): Promise<Answer> {
  const before = await traces();
  const answer = await attempt();
  expect(await traces()).toEqual(before);
  return answer;
}

/** Signs a user in as if it had been that long ago. */
async function signedInBefore(seconds: number, role: "Admin" | "Editor" | "User") {
  site.service.wait(-seconds);
  try {
    return await site.signedIn(role);
  } finally {
    site.service.wait(seconds);
  }
}

async function demote({ id }: Account) {
  await site.database.query("update public.profiles set role = 'User' where id = $1", [id]);
}

/** Tries every route, one after another: a session or its loss is the same at each. */
async function knockEverywhere(
  visitor: Visitor,
  expectRefused: (answer: Answer, name: string) => void,
  at = doors,
) {
  const theirs = new AdministrationPages(site, visitor);
  for (const [name, knock] of at) {
    expectRefused(await expectNoTrace(() => knock(theirs)), name);
  }
}

test("no door opens for a visitor", async () => {
  await knockEverywhere(await site.newVisitor(), ({ location }, name) =>
    expect(location, name).toMatch(/^\/login\?redirectTo=%2Fadmin/),
  );
});

test.each(["User", "Editor"] as const)("no door exists for the role %s", async (role) => {
  const { visitor } = await site.signedIn(role);
  await knockEverywhere(visitor, (answer, name) =>
    expect(answer, name).toMatchObject({ status: 404, data: "" }),
  );
});

test("every door closes before an administrator who was demoted since they signed in", async () => {
  const former = await site.signedIn("Admin");
  await demote(former);
  await knockEverywhere(former.visitor, ({ status }, name) => expect(status, name).toBe(404));
});

test.each([
  ["banned", "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
  ["signed out elsewhere", "delete from auth.sessions where user_id = $1"],
  ["deleted", "delete from auth.users where id = $1"],
])("every door closes before an administrator who was %s", async (_, statement) => {
  const former = await site.signedIn("Admin");
  await site.database.query(statement, [former.id]);
  await knockEverywhere(former.visitor, ({ location }, name) =>
    expect(location, name).toMatch(/^\/login/),
  );
  await demote(former);
});

const readOnly = [
  "the overview",
  "the users",
  "a user",
  "a preview",
  "the roles",
  "the plans",
  "the audit trail",
];

test("a browser that was left open changes nothing and takes nothing away", async () => {
  const away = await signedInBefore(16 * 60, "Admin");
  await knockEverywhere(
    away.visitor,
    ({ location }, name) =>
      expect(location, name).toMatch(/^\/login\/again\?redirectTo=%2Fadmin%2F/),
    doors.filter(([name]) => !readOnly.includes(name)),
  );
  await demote(away);
});

test("what was typed comes back after signing in again, but not what it was typed over", async () => {
  const away = await signedInBefore(16 * 60, "Admin");
  const { location } = await new AdministrationPages(site, away.visitor).change(victim, "ban", {
    duration: "168h",
    reason: "Fraud",
  });
  const back = new URL(location ?? "", "http://x").searchParams.get("redirectTo");
  expect(back).toBe(`/admin/users/${victim.id}?intent=ban&duration=168h&reason=Fraud`);
  await demote(away);
});

test("the export leads back to the list, for a file is no page to come back to", async () => {
  const away = await signedInBefore(16 * 60, "Admin");
  const { location } = await new AdministrationPages(site, away.visitor).export("q=nora");
  const back = new URL(location ?? "", "http://x").searchParams.get("redirectTo");
  expect(back).toBe("/admin/users?q=nora");
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

describe("an administrator", () => {
  test.each(["ban", "delete"])("cannot %s their own account", async (intent) => {
    const answer = await pages.change(admin, intent, { duration: "24h", reason: "x" });
    expect(answer).toMatchObject({
      status: 400,
      data: { message: expect.stringMatching(/your own account/) },
    });
    expect(await profileOf(site, admin)).toMatchObject({ banned: false, deleted: false });
  });

  test("cannot stop being the last one", async () => {
    const answer = await pages.change(admin, "role", { role: "User" });
    expect(answer).toMatchObject({
      status: 409,
      data: { message: expect.stringMatching(/last administrator/) },
    });
    expect(await entriesOf(site, admin)).toEqual([]);
    expect(await profileOf(site, admin)).toMatchObject({ role: "Admin" });
  });

  test.each(["ban", "delete"])(
    "cannot %s the last one who can sign in, although others have the role",
    async (intent) => {
      // Demoted only in the page's data: the check happens again when it counts.
      const second = await site.signedIn("Admin");
      const theirs = new AdministrationPages(site, second.visitor);
      await pages.change(second, "role", { role: "User" });
      const answer = await theirs.change(admin, intent, { duration: "24h", reason: "x" });
      expect(answer.status).toBe(404);
      expect(await profileOf(site, admin)).toMatchObject({ banned: false, deleted: false });
    },
  );

  test("cannot be removed by the auth service while being the last one, and nothing is recorded", async () => {
    const { authService } = await import("~/account/sign-in/auth-service.server");
    const { admin: service } = authService();
    for (const attempt of [
      service.updateUserById(admin.id, { ban_duration: "24h" }),
      service.deleteUser(admin.id),
      service.deleteUser(admin.id, true),
    ]) {
      expect((await attempt).error).toMatchObject({
        status: 422,
        code: "validation_failed",
        message: "The last administrator stays: make somebody else one first.",
      });
    }
    expect(await profileOf(site, admin)).toMatchObject({ role: "Admin", banned: false });
    expect(await entriesOf(site, admin)).toEqual([]);
  });

  test("and another who demote each other at once leave one of them", async () => {
    for (let round = 0; round < (site.concurrent ? 8 : 2); round += 1) {
      const second = await site.signedIn("Admin");
      const theirs = new AdministrationPages(site, second.visitor);
      const answers = await Promise.all([
        pages.change(second, "role", { role: "User" }),
        theirs.change(admin, "role", { role: "User" }),
      ]);
      const left = await site.database.query<{ id: string }>(
        "select id from public.profiles where role = 'Admin'",
      );
      expect(left.length, JSON.stringify(answers)).toBe(1);
      await site.database.query("update public.profiles set role = 'Admin' where id = $1", [
        admin.id,
      ]);
      await demote(second);
    }
  });

  test("and another who ban each other at once leave one of them", async () => {
    for (let round = 0; round < (site.concurrent ? 4 : 2); round += 1) {
      const second = await site.signedIn("Admin");
      const theirs = new AdministrationPages(site, second.visitor);
      await Promise.all([
        pages.change(second, "ban", { duration: "24h", reason: "x" }),
        theirs.change(admin, "ban", { duration: "24h", reason: "x" }),
      ]);
      const left = await site.database.query(
        `select id from public.profiles
         where role = 'Admin' and (banned_until is null or banned_until <= now())`,
      );
      expect(left).toHaveLength(1);
      await site.database.query("update auth.users set banned_until = null");
      await site.database.query("update public.profiles set role = 'Admin' where id = $1", [
        admin.id,
      ]);
      await demote(second);
      await admin.visitor.logIn(admin);
    }
  });

  test("who saw an older state changes nothing, and is told so", async () => {
    const nora = await site.newAccount();
    const version = await pages.version(nora);
    await pages.change(nora, "role", { role: "Editor" });
    for (const [intent, fields] of [
      ["role", { role: "Admin" }],
      ["plan", { plan: "business" }],
      ["credits", { amount: "5", reason: "x" }],
      ["ban", { duration: "24h", reason: "x" }],
      ["sessions", {}],
      ["recovery", {}],
      ["delete", { reason: "x" }],
    ] as const) {
      const answer = await pages.change(nora, intent, { ...fields, version });
      expect(answer).toMatchObject({
        status: 409,
        data: { intent, message: expect.stringMatching(/Somebody else/) },
      });
    }
    expect(await entriesOf(site, nora)).toHaveLength(1);
    expect(await profileOf(site, nora)).toMatchObject({ role: "Editor", plan: "free" });
  });

  test("and another who change one account at once: one of them does, the other is told", async () => {
    const second = await site.signedIn("Admin");
    const theirs = new AdministrationPages(site, second.visitor);
    const nora = await site.newAccount();
    const answers = await Promise.all([
      pages.change(nora, "ban", { duration: "24h", reason: "mine" }),
      theirs.change(nora, "plan", { plan: "business" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const deeds = (await entriesOf(site, nora)).filter(({ action }) => action !== "service.asked");
    expect(deeds).toHaveLength(1);
    await demote(second);
  });

  test("sends a form twice, and it counts once", async () => {
    const nora = await site.newAccount();
    const version = await pages.version(nora);
    const fields = { amount: "50", reason: "Our mistake", version };
    const answers = await Promise.all([
      pages.change(nora, "credits", fields),
      pages.change(nora, "credits", fields),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect((await pages.user(nora)).data).toMatchObject({ planStatus: { balance: 150 } });
  });
});

test("who signed up with somebody's address does not share the account that they are invited to", async () => {
  const { authService } = await import("~/account/sign-in/auth-service.server");
  const email = "invited@mail.example";
  const password = "known to the squatter";
  await authService().admin.createUser({ email, password });
  await pages.invite({ email, role: "Editor" });
  const mail = await site.service.mailTo(email);
  const token_hash = /token_hash=([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? "";
  const { action } = await import("~/routes/auth-confirm");
  const owner = await site.newVisitor();
  await owner.send(action, "/auth/confirm", { token_hash, type: "invite" });
  await expect((await site.newVisitor()).logIn({ email, password })).rejects.toThrow(/Invalid/);
});

test("a factor of somebody else is not removed, and the trail says that it was tried", async () => {
  const other = await site.newAccount();
  const factorId = crypto.randomUUID();
  await site.database.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $2, 'phone', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
    [factorId, other.id],
  );
  const answer = await pages.change(victim, "factor", { factorId, reason: "x" });
  expect(answer).toMatchObject({
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

describe("what the auth service has done and the database then refuses", () => {
  /**
   * Makes an account action fail after the auth service did its part, as when the process dies
   * there.
   */
  const withoutEntry = async (action: string, work: () => Promise<unknown>) => {
    await site.database.execute(`
      create function public.lose_entry() returns trigger language plpgsql as $$
        begin if new.action = '${action}' then raise 'no'; end if; return new; end $$;
      create trigger lose_entry before insert on public.audit_entries
        for each row execute function public.lose_entry()`);
    try {
      await expect(work()).rejects.toThrow();
    } finally {
      await site.database.execute(
        "drop trigger lose_entry on public.audit_entries; drop function public.lose_entry()",
      );
    }
  };

  test.each([
    ["recovery", "user.recovery"],
    ["ban", "user.ban"],
  ])("is in the trail all the same: %s", async (intent, action) => {
    const nora = await site.newAccount();
    const fields = { duration: "24h", reason: "Asked for" };
    await withoutEntry(action, () => pages.change(nora, intent, fields));
    expect(await entriesOf(site, nora)).toMatchObject([
      { action: "service.asked", actor: admin.id, reason: "Asked for" },
    ]);
    expect(await profileOf(site, nora)).toMatchObject({ banned: false });
  });
});

test("who is demoted while their invitation leaves gives no role with it, and the trail knows of it", async () => {
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

const nonsense: [string, string, Record<string, string>][] = [
  ["an unknown role", "role", { role: "Superuser" }],
  ["no role", "role", {}],
  ["an unknown intent", "promote", {}],
  ["a role of the prototype", "__proto__", {}],
  ["no version", "role", { role: "Editor", version: "" }],
  ["a version that is none", "role", { role: "Editor", version: "1e9" + "9".repeat(20) }],
  ["a negative version", "role", { role: "Editor", version: "-1" }],
  ["a plan with a path", "plan", { plan: "../free" }],
  ["credits beyond measure", "credits", { amount: "9".repeat(30), reason: "x" }],
  ["half a credit", "credits", { amount: "0.5", reason: "x" }],
  ["no credits", "credits", { amount: "0", reason: "x" }],
  ["credits that are none", "credits", { amount: "NaN", reason: "x" }],
  ["a ban of any length", "ban", { duration: "-1h", reason: "x" }],
  ["a ban without a reason", "ban", { duration: "24h", reason: " \0 " }],
  ["a reason like a book", "role", { role: "Editor", reason: "x".repeat(501) }],
  ["a factor that is none", "factor", { factorId: "1 or 1=1", reason: "x" }],
];

test.each(nonsense)("a form with %s is refused", async (_, intent, fields) => {
  const answer = await expectNoTrace(() => pages.change(victim, intent, fields));
  expect(answer.status).toBe(400);
});

test.each(["1", "__proto__", "' or 1=1", "-".repeat(36)])(
  "an account of the id %j does not exist",
  async (id) => {
    const { action } = await import("~/routes/admin-user");
    const fields = { intent: "role", role: "Admin", version: "1" };
    const path = `/admin/users/${encodeURIComponent(id)}`;
    const answer = await expectNoTrace(() => admin.visitor.send(action, path, fields, { id }));
    expect(answer.status).toBe(404);
  },
);

test("a plan that is not in the catalogue is given to nobody", async () => {
  const answer = await expectNoTrace(() => pages.change(victim, "plan", { plan: "unlimited" }));
  expect(answer).toMatchObject({
    status: 400,
    data: { message: expect.stringMatching(/no such plan/) },
  });
});

test.each(["not-an-address", "a@b", "x@mail.example\nBcc: y@mail.example", "@mail.example", ""])(
  "an invitation to %j is refused",
  async (email) => {
    const answer = await expectNoTrace(() => pages.invite({ email, role: "User" }));
    expect(answer.status).toBe(400);
  },
);

test.each([
  "q=%00",
  "q='; drop table profiles; --",
  "q=%25%25",
  "q=(((&sort=name",
  "q=a:* | b:*",
  "q=¼½ ⅷ",
  "q=ﷺ",
  "q=00000000-0000-0000-0000-00000000000g",
])("the search for %j finds or does not, and breaks nothing", async (query) => {
  expect((await pages.users(query)).status).toBe(200);
});

test.each([
  "role=Superuser",
  "state=any",
  "sort=id;drop",
  "plan=../x",
  "after=nonsense",
  `after=${Buffer.from('["x", "y"]').toString("base64url")}`,
  `after=${Buffer.from("[1e300, 1]").toString("base64url")}`,
  `sort=email&after=${Buffer.from('["\\u0000", "00000000-0000-4000-8000-000000000000"]').toString("base64url")}`,
  `sort=name&after=${Buffer.from('[1, "00000000-0000-4000-8000-000000000000"]').toString("base64url")}`,
])("a list that is asked for by %s does not exist", async (query) => {
  expect((await pages.users(query)).status).toBe(400);
});

test.each([
  "from=yesterday",
  "to=2026-02-31",
  "action=user.promote",
  "after=e30",
  `after=${Buffer.from("[9007199254740993, 1]").toString("base64url")}`,
])("a part of the trail that is asked for by %s does not exist", async (query) => {
  expect((await pages.audit(query)).status).toBe(400);
});

test("the trail is asked for anybody, and breaks nothing", async () => {
  for (const query of ["actor=%00", "subject=' or 1=1", "from=0001-01-01&to=9999-12-31"]) {
    expect((await pages.audit(query)).status).toBe(200);
  }
});

test.each([
  ["nobody", []],
  ["more than a hundred", Array.from({ length: 101 }, () => `${crypto.randomUUID()}:1`)],
  ["what is no account", ["1:1"]],
  ["what looks like one", [`${"-".repeat(36)}:1`]],
  ["no version", [crypto.randomUUID()]],
])("a bulk change of %s is refused", async (_, account) => {
  const answer = await pages.bulk({ intent: "role", role: "Admin", reason: "", account });
  expect(answer.status).toBe(400);
});

test("a selection that makes no sense is refused", async () => {
  for (const query of ["", "id=1", `id=${victim.id}&intent=role&role=King`, "intent=ban"]) {
    expect((await pages.previewBulk(query)).status).toBe(400);
  }
});

test("a bulk change does not take the last administrator", async () => {
  const account = [`${admin.id}:${await pages.version(admin)}`];
  const { data } = await pages.bulk({ intent: "role", role: "User", reason: "", account });
  expect(data).toMatchObject({ outcomes: [{ refused: expect.stringMatching(/your own/) }] });
  expect(await profileOf(site, admin)).toMatchObject({ role: "Admin" });
});
