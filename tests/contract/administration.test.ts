import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { AccountSite, Visitor } from "./account-site";
import { AdministrationPages, entriesOf, profileOf } from "./administration";
import { openPlanSite } from "./plan-site";

let site: AccountSite;
let pages: AdministrationPages;
let admin: { id: string; email: string; visitor: Visitor };

beforeAll(async () => {
  site = await openPlanSite();
  admin = await site.signedIn("Admin");
  pages = new AdministrationPages(site, admin.visitor);
});
afterAll(() => site.close());

const sessionsOf = ({ id }: { id: string }) =>
  site.database.query("select id from auth.sessions where user_id = $1", [id]);

describe("an account's page", () => {
  test("changes the role, and says so in the trail", async () => {
    const nora = await site.newAccount();
    const answer = await pages.change(nora, "role", { role: "Editor", reason: "Writes for us" });
    expect(answer.location).toBe(`/admin/users/${nora.id}`);
    expect(await profileOf(site, nora)).toMatchObject({ role: "Editor" });
    expect(await entriesOf(site, nora)).toEqual([
      {
        actor: admin.id,
        action: "user.role",
        subject_name: nora.email,
        reason: "Writes for us",
        address: expect.stringMatching(/^10\./),
        before: { role: "User" },
        after: { role: "Editor" },
      },
    ]);
  });

  test("changes the plan, whose credits are there at once", async () => {
    const nora = await site.newAccount();
    await pages.change(nora, "plan", { plan: "business", agreedCredits: "" });
    expect(await profileOf(site, nora)).toMatchObject({ plan: "business" });
    expect((await pages.user(nora)).data).toMatchObject({ planStatus: { balance: 10_000 } });
    expect(await entriesOf(site, nora)).toMatchObject([
      { action: "user.plan", before: { plan: "free" }, after: { plan: "business" } },
    ]);
  });

  test("adjusts credits with a reason, and takes no more than there are", async () => {
    const nora = await site.newAccount();
    const wordless = await pages.change(nora, "credits", { amount: "50", reason: " " });
    expect(wordless).toMatchObject({
      status: 400,
      data: { errors: { reason: [expect.stringMatching(/why/)] } },
    });
    await pages.change(nora, "credits", { amount: "50", reason: "Our mistake" });
    const tooMany = await pages.change(nora, "credits", { amount: "-151", reason: "Theirs" });
    expect(tooMany).toMatchObject({
      status: 400,
      data: { message: expect.stringMatching(/Only 150 credits/) },
    });
    expect(await entriesOf(site, nora)).toMatchObject([
      { action: "user.credits", before: { credits: 100 }, after: { credits: 150 } },
    ]);
  });

  test("bans: the person is out at once and stays out, until the ban is lifted", async () => {
    const nora = await site.signedIn();
    await pages.change(nora, "ban", { duration: "24h", reason: "Spam" });
    expect(await profileOf(site, nora)).toMatchObject({ banned: true });
    expect(await sessionsOf(nora)).toEqual([]);
    const { loader } = await import("~/routes/dashboard");
    expect((await nora.visitor.open(loader, "/dashboard")).location).toMatch(/^\/login/);
    await expect(nora.visitor.logIn(nora)).rejects.toThrow(/suspended/);

    await pages.change(nora, "lift");
    await nora.visitor.logIn(nora);
    expect(await entriesOf(site, nora)).toMatchObject([
      { action: "service.asked", reason: "Spam", after: { change: "user.ban" } },
      { action: "user.ban", reason: "Spam" },
      { action: "service.asked", after: { change: "user.ban.lift" } },
      { action: "user.ban.lift" },
    ]);
  });

  test("ends the sessions", async () => {
    const nora = await site.signedIn();
    await pages.change(nora, "sessions");
    expect(await sessionsOf(nora)).toEqual([]);
    expect(await entriesOf(site, nora)).toMatchObject([
      { action: "user.sessions.end", before: { sessions: 1 } },
    ]);
  });

  test("sends a recovery mail, whose link nobody else sees", async () => {
    const nora = await site.newAccount();
    const answer = await pages.change(nora, "recovery");
    const mail = await site.service.mailTo(nora.email);
    const token = /token_hash=([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? "no link";
    expect(JSON.stringify(answer)).not.toContain(token);
    const entries = await entriesOf(site, nora);
    expect(entries).toMatchObject([
      { action: "service.asked" },
      { action: "user.recovery", before: null, after: null },
    ]);
    expect(JSON.stringify((await pages.user(nora)).data)).not.toContain(token);
  });

  test("deletes so that it can be taken back, with the ban that was there before", async () => {
    const nora = await site.newAccount();
    await pages.change(nora, "ban", { duration: "24h", reason: "Spam" });
    await pages.change(nora, "delete", { reason: "Asked for it" });
    expect(await profileOf(site, nora)).toMatchObject({ deleted: true });
    expect(JSON.stringify((await pages.users()).data)).not.toContain(nora.email);
    expect(JSON.stringify((await pages.users("state=deleted")).data)).toContain(nora.email);

    await pages.change(nora, "undelete");
    expect(await profileOf(site, nora)).toMatchObject({ deleted: false, banned: true });
    await pages.change(nora, "lift");
    await (await site.newVisitor()).logIn(nora);
  });

  test("shows sessions, keys and ledger, and nothing that opens the account", async () => {
    const nora = await site.signedIn();
    const hash = "a".repeat(64);
    await site.database.query(
      "insert into public.api_keys (user_id, name, prefix, hash, scopes) values ($1, 'Mine', 'pdf_abcdef', $2, '{all}')",
      [nora.id, hash],
    );
    await pages.change(nora, "credits", { amount: "5", reason: "A gift" });
    const { data } = await pages.user(nora);
    expect(data).toMatchObject({
      sessions: [{ device: expect.any(String) }],
      keys: [{ name: "Mine", prefix: "pdf_abcdef" }],
      ledger: { entries: [{ kind: "adjustment", amount: 5 }, { kind: "grant" }], next: null },
      account: { providers: ["email"], factors: [] },
    });
    const text = JSON.stringify(data);
    expect(text).not.toContain(hash);
    expect(text).not.toMatch(/\$2[aby]\$|token|encrypted/i);
  });

  test("leads to the whole ledger, page by page, when it is long", async () => {
    const nora = await site.newAccount();
    for (let amount = 1; amount <= 60; amount++) {
      await pages.change(nora, "credits", { amount: String(amount), reason: "A gift" });
    }
    const page = z.object({
      entries: z.array(z.object({ amount: z.number() })),
      next: z.string().nullable(),
    });
    const shown = z.object({ ledger: page }).parse((await pages.user(nora)).data);
    expect(shown.ledger.entries).toHaveLength(20);
    expect(shown.ledger.next).not.toBeNull();

    const first = page.parse((await pages.ledger(nora)).data);
    const second = page.parse((await pages.ledger(nora, `after=${first.next}`)).data);
    const amounts = [...first.entries, ...second.entries].map(({ amount }) => amount);
    expect(amounts.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index));
    // The oldest is the month's grant.
    expect(amounts).toHaveLength(61);
    expect(second.next).toBeNull();
    expect((await pages.ledger(nora, "after=elsewhere")).status).toBe(400);
    expect((await pages.ledger({ id: crypto.randomUUID() })).status).toBe(404);
  });

  test("of nobody is not there", async () => {
    for (const id of [crypto.randomUUID(), "1", "'; drop table profiles; --"]) {
      expect((await pages.user({ id })).status).toBe(404);
    }
  });
});

describe("an invitation", () => {
  test("makes an account with its role, and mails the way in", async () => {
    const email = "ines@mail.example";
    const { location } = await pages.invite({ email, fullName: "Ines", role: "Editor" });
    const id = location?.replace("/admin/users/", "") ?? "";
    expect(await profileOf(site, { id })).toMatchObject({ role: "Editor" });
    expect(await entriesOf(site, { id })).toMatchObject([
      { action: "user.invite", subject_name: email, after: { role: "Editor" } },
    ]);
    const mail = await site.service.mailTo(email);
    const token = /token_hash=([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? "";
    const { action } = await import("~/routes/auth-confirm");
    const invited = await site.newVisitor();
    const answer = await invited.send(action, "/auth/confirm", {
      token_hash: token,
      type: "invite",
    });
    expect(answer.location).toBe("/reset-password?invited");
    expect((await pages.users("state=active&q=ines")).data).toMatchObject({ total: 1 });
  });

  test("to an address that has an account is refused, and not recorded", async () => {
    const nora = await site.newAccount();
    const answer = await pages.invite({ email: nora.email, role: "Admin" });
    expect(answer).toMatchObject({
      status: 400,
      data: { message: expect.stringMatching(/refused/) },
    });
    expect(await entriesOf(site, nora)).toEqual([]);
    expect(await profileOf(site, nora)).toMatchObject({ role: "User" });
  });
});

describe("the list of users", () => {
  const emails = (answer: { data: unknown }) =>
    [...JSON.stringify(answer.data).matchAll(/"email":"([\w.]+@list\.example)"/g)].map(
      ([, email]) => email,
    );

  beforeAll(async () => {
    for (const [index, name] of ["Åsa Öberg", "Bo Berg", "Cy Young-Berg", "Dee"].entries()) {
      await site.database.query(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, created_at)
         values ($1, $2, $3, $4, now())`,
        [
          `0000000${index}-aaaa-4000-8000-00000000000${index}`,
          `list.${name.slice(0, 1).toLowerCase().replace("å", "a")}@list.example`,
          index === 3 ? null : new Date(),
          JSON.stringify({ full_name: name }),
        ],
      );
    }
  });

  test.each([
    ["q=list", ["a", "b", "c", "d"]],
    ["q=berg", ["b", "c"]],
    ["q=BERG young", ["c"]],
    ["q=öberg", ["a"]],
    ["q=list.b@list.example", ["b"]],
    ["q=00000002-aaaa-4000-8000-000000000002", ["c"]],
    ["q=00000003", ["d"]],
    ["q=erg", []],
    ["q=@@@", []],
    ["q=list&state=unconfirmed", ["d"]],
    ["q=list&state=active&role=User&plan=free", ["a", "b", "c"]],
    ["q=list&role=Admin", []],
    ["q=list&plan=business", []],
    ["q=list&state=banned", []],
  ])("finds by %s", async (query, found) => {
    const answer = await pages.users(`${query}&sort=email`);
    expect(emails(answer)).toEqual(found.map((letter) => `list.${letter}@list.example`));
    expect(answer.data).toMatchObject({ total: found.length });
  });

  test("stands in the order that was asked for, page by page", async () => {
    const { listUsers } = await import("~/account/administration/user-list.server");
    const { userFilter } = await import("~/account/administration/user-list");
    const claims = { sub: admin.id, email: "", exp: 0, amr: [] };
    for (const sort of ["newest", "oldest", "email", "name"]) {
      const all = await listUsers({ claims }, userFilter.parse({ sort }), 1_000);
      const walked: string[] = [];
      let after: string | undefined;
      do {
        const page = await listUsers({ claims }, userFilter.parse({ sort, after }), 2);
        walked.push(...page.users.map(({ id }) => id));
        after = page.next ?? undefined;
      } while (after);
      expect(walked).toEqual(all.users.map(({ id }) => id));
      expect(new Set(walked).size).toBe(walked.length);
    }
  });

  test("leaves as CSV that runs nothing, and that is recorded", async () => {
    const nora = await site.newAccount();
    await site.database.query("update public.profiles set full_name = $2 where id = $1", [
      nora.id,
      '=HYPERLINK("http://evil.example";"x")',
    ]);
    const { headers, data } = await pages.export("sort=newest");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const lines = String(data).trimEnd().split("\r\n");
    expect(lines[0]).toBe('"id","e-mail","name","role","plan","state","since"');
    const [{ total } = { total: 0 }] = await site.database.query<{ total: number }>(
      "select count(*)::int as total from public.profiles where deleted_at is null",
    );
    expect(lines).toHaveLength(total + 1);
    expect(String(data)).toContain(`"'=HYPERLINK(""http://evil.example"";""x"")"`);
    const [entry] = await site.database.query(
      "select action from public.audit_entries order by id desc limit 1",
    );
    expect(entry).toEqual({ action: "users.export" });
  });
});

describe("several accounts at once", () => {
  test("are shown first, and nothing happens", async () => {
    const [nora, ede] = [await site.newAccount(), await site.newAccount("Editor")];
    const query = `id=${nora.id}&id=${ede.id}&intent=role&role=Editor`;
    const { data } = await pages.previewBulk(query);
    expect(data).toMatchObject({
      preview: {
        accounts: expect.arrayContaining([
          expect.objectContaining({ before: "User", after: "Editor", hindrance: null }),
          expect.objectContaining({ before: "Editor", hindrance: "Has that role already" }),
        ]),
      },
    });
    expect(await profileOf(site, nora)).toMatchObject({ role: "User" });
  });

  test.each([
    [{ intent: "role", role: "Editor" }, { role: "Editor" }],
    [{ intent: "plan", plan: "developer" }, { plan: "developer" }],
    [{ intent: "ban", duration: "168h" }, { banned: true }],
  ])("are changed by %j, each with an entry of its own", async (change, outcome) => {
    const accounts = [await site.newAccount(), await site.newAccount()];
    const account = await Promise.all(
      accounts.map(async (each) => `${each.id}:${await pages.version(each)}`),
    );
    const { data } = await pages.bulk({ ...change, account, reason: "Together" });
    expect(data).toMatchObject({ outcomes: [{ refused: null }, { refused: null }] });
    for (const each of accounts) {
      expect(await profileOf(site, each)).toMatchObject(outcome);
      const entries = await entriesOf(site, each);
      expect(new Set(entries.map(({ reason }) => reason))).toEqual(new Set(["Together"]));
    }
  });

  test("are banned with a reason only, as one is", async () => {
    const nora = await site.newAccount();
    const ban = { intent: "ban", duration: "24h", reason: " " };
    const query = new URLSearchParams({ ...ban, id: nora.id }).toString();
    expect(await pages.previewBulk(query)).toMatchObject({
      status: 400,
      data: { problem: expect.stringContaining("Say why"), preview: null },
    });
    const account = `${nora.id}:${await pages.version(nora)}`;
    expect((await pages.bulk({ ...ban, account })).status).toBe(400);
    expect(await profileOf(site, nora)).toMatchObject({ banned: false });
  });

  test("do not include one's own role, which would leave the rest undone", async () => {
    const nora = await site.newAccount();
    const another = await site.newAccount("Admin");
    const query = `id=${admin.id}&id=${nora.id}&intent=role&role=Editor`;
    expect((await pages.previewBulk(query)).data).toMatchObject({
      preview: {
        accounts: expect.arrayContaining([
          expect.objectContaining({ before: "Admin", hindrance: "Your own account" }),
        ]),
      },
    });
    const account = [
      `${admin.id}:${await pages.version(admin)}`,
      `${nora.id}:${await pages.version(nora)}`,
    ];
    const { data } = await pages.bulk({ intent: "role", role: "Editor", reason: "", account });
    expect(data).toMatchObject({
      outcomes: [{ refused: expect.stringContaining("your own") }, { refused: null }],
    });
    expect(await profileOf(site, nora)).toMatchObject({ role: "Editor" });
    await pages.change(another, "role", { role: "User" });
  });

  test("need not all be possible: the others are changed", async () => {
    const nora = await site.newAccount();
    const stale = await site.newAccount();
    const account = [`${nora.id}:${await pages.version(nora)}`, `${stale.id}:1`, `${admin.id}:1`];
    const { data } = await pages.bulk({ intent: "ban", duration: "24h", reason: "Spam", account });
    expect(data).toMatchObject({
      outcomes: [
        { refused: null },
        { refused: expect.stringMatching(/Somebody else changed/) },
        { refused: expect.stringMatching(/your own/) },
      ],
    });
    expect(await profileOf(site, stale)).toMatchObject({ banned: false });
  });
});

describe("a request for a plan", () => {
  async function requested(plan = "business") {
    const nora = await site.newAccount();
    const [row] = await site.database.query<{ id: string }>(
      "insert into public.plan_requests (user_id, plan) values ($1, $2) returning id",
      [nora.id, plan],
    );
    return { nora, requestId: row?.id ?? "" };
  }

  test("is approved once, and the account has the plan", async () => {
    const { nora, requestId } = await requested();
    expect(JSON.stringify((await pages.plans()).data)).toContain(requestId);
    await pages.decide({ intent: "approve", requestId, reason: "Paid" });
    expect(await profileOf(site, nora)).toMatchObject({ plan: "business" });
    const again = await pages.decide({ intent: "refuse", requestId, reason: "" });
    expect(again).toMatchObject({
      status: 409,
      data: { message: expect.stringMatching(/approved already/) },
    });
    expect(await entriesOf(site, nora)).toMatchObject([
      { action: "plan.request.approve", reason: "Paid", after: { plan: "business" } },
    ]);
  });

  test("is refused, and the account keeps its plan", async () => {
    const { nora, requestId } = await requested();
    await pages.decide({ intent: "refuse", requestId, reason: "Not paid" });
    expect(await profileOf(site, nora)).toMatchObject({ plan: "free" });
    expect(await entriesOf(site, nora)).toMatchObject([{ action: "plan.request.refuse" }]);
  });

  test("stands before those that were made after it", async () => {
    const [first, second] = [await requested(), await requested()];
    await site.database.query(
      "update public.plan_requests set created_at = now() - interval '9 days' where id = $1",
      [first.requestId],
    );
    const text = JSON.stringify((await pages.plans()).data);
    expect(text.indexOf(first.requestId)).toBeGreaterThan(0);
    expect(text.indexOf(first.requestId)).toBeLessThan(text.indexOf(second.requestId));
    for (const { requestId } of [first, second]) {
      await pages.decide({ intent: "refuse", requestId, reason: "" });
    }
  });

  test("for a plan that is gone is warned of, and cannot be approved", async () => {
    const { nora, requestId } = await requested("vanished");
    expect((await pages.plans()).data).toMatchObject({
      warnings: [expect.stringContaining("“vanished”")],
    });
    const answer = await pages.decide({ intent: "approve", requestId, reason: "" });
    expect(answer).toMatchObject({
      status: 400,
      data: { message: expect.stringMatching(/no such plan/) },
    });
    expect(await entriesOf(site, nora)).toEqual([]);
    await pages.decide({ intent: "refuse", requestId, reason: "" });
  });
});

test("the catalogue's gaps are told", async () => {
  const { planWarnings } = await import("~/account/administration/plan-overview.server");
  const { readPlans } = await import("~/account/plans/plan.server");
  const plans = await readPlans();
  const [free, ...others] = plans;
  if (!free) throw new Error("The seed has no plans.");
  const use = [{ id: "free", accounts: 3, coming: 0 }];
  expect(planWarnings(plans, use, [])).toEqual([]);
  expect(planWarnings(others, use, ["gone"])).toEqual([
    expect.stringContaining("no plan “free”, which 3 accounts have"),
    expect.stringContaining("asks for the plan “gone”"),
    expect.stringContaining("with which every account begins"),
  ]);
  expect(planWarnings([free, { ...free, credits: null }], use, [])).toEqual([
    expect.stringContaining("call themselves “free”"),
    expect.stringContaining("says no number of credits"),
  ]);
});

describe("the audit trail", () => {
  test("is found by who, whom, what and when", async () => {
    const nora = await site.newAccount();
    await pages.change(nora, "role", { role: "Editor" });
    await pages.change(nora, "sessions");
    const today = new Date().toISOString().slice(0, 10);
    const count = async (query: string) => {
      const { data } = await pages.audit(query);
      return JSON.stringify(data).match(/"happenedAt"/g)?.length ?? 0;
    };
    expect(await count(`subject=${nora.id}`)).toBe(2);
    expect(await count(`subject=${nora.email.toUpperCase()}`)).toBe(2);
    expect(await count(`subject=${nora.email}&action=user.role`)).toBe(1);
    expect(await count(`subject=${nora.email}&actor=${admin.email}`)).toBe(2);
    expect(await count(`subject=${nora.email}&actor=somebody@else.example`)).toBe(0);
    expect(await count(`subject=${nora.email}&from=${today}&to=${today}`)).toBe(2);
    expect(await count(`subject=${nora.email}&to=2020-01-01`)).toBe(0);
  });

  test("is read page by page to its end", async () => {
    const { readAudit } = await import("~/account/administration/audit.server");
    const claims = { sub: admin.id, email: "", exp: 0, amr: [] };
    const all = await readAudit(claims, {}, 1_000);
    const walked: number[] = [];
    let after: string | undefined;
    do {
      const page = await readAudit(claims, { after }, 3);
      walked.push(...page.entries.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    expect(walked).toEqual(all.entries.map(({ id }) => id));
  });
});

test("the overview counts what there is", async () => {
  const [counted] = await site.database.query<{ users: number; banned: number }>(
    `select count(*)::int as users, (count(*) filter (where banned_until > now()))::int as banned
     from public.profiles where deleted_at is null`,
  );
  const { data } = await pages.overview();
  expect(data).toMatchObject({
    figures: { ...counted, waiting_requests: 0, administrators: 1 },
    newcomers: { length: 5 },
    entries: { length: 8 },
  });
});

test("the roles' page says who has which", async () => {
  expect((await pages.roles()).data).toMatchObject({
    counts: expect.arrayContaining([{ role: "Admin", total: 1 }]),
    holders: expect.arrayContaining([expect.objectContaining({ email: admin.email })]),
  });
});
