import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { AccountSite, Visitor } from "./support/account-site";
import { AdministrationPages, entriesOf, profileOf } from "./support/administration";
import { openPlanSite } from "./support/plan-site";

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
  test("changes the role, and records it in the audit log", async () => {
    const nora = await site.newAccount();
    const response = await pages.change(nora, "role", { role: "Editor", reason: "Writes for us" });
    expect(response.location).toBe(`/admin/users/${nora.id}`);
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

  test("changes the plan, whose credits are granted at once", async () => {
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
      data: { errors: { reason: [expect.stringMatching(/reason/)] } },
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

  test("bans: the user is signed out at once and stays out until the ban is lifted", async () => {
    const nora = await site.signedIn();
    await pages.change(nora, "ban", { duration: "24h", reason: "Spam" });
    expect(await profileOf(site, nora)).toMatchObject({ banned: true });
    expect(await sessionsOf(nora)).toEqual([]);
    const { loader } = await import("~/routes/dashboard");
    expect((await nora.visitor.open(loader, "/dashboard")).location).toMatch(/^\/login/);
    await expect(nora.visitor.logIn(nora)).rejects.toThrow(/banned/);

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

  test("sends a recovery email, whose link the administrator does not see", async () => {
    const nora = await site.newAccount();
    const response = await pages.change(nora, "recovery");
    const mail = await site.service.mailTo(nora.email);
    const token = /token_hash=([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? "no link";
    expect(JSON.stringify(response)).not.toContain(token);
    const entries = await entriesOf(site, nora);
    expect(entries).toMatchObject([
      { action: "service.asked" },
      { action: "user.recovery", before: null, after: null },
    ]);
    expect(JSON.stringify((await pages.user(nora)).data)).not.toContain(token);
  });

  test("deletes reversibly, and restores with an earlier ban", async () => {
    const nora = await site.newAccount();
    await pages.change(nora, "ban", { duration: "24h", reason: "Spam" });
    await pages.change(nora, "delete", { reason: "Asked for it" });
    expect(await profileOf(site, nora)).toMatchObject({ deleted: true });
    expect(JSON.stringify((await pages.users()).data)).not.toContain(nora.email);
    expect(JSON.stringify((await pages.users("state=deleted")).data)).toContain(nora.email);

    await pages.change(nora, "restore");
    expect(await profileOf(site, nora)).toMatchObject({ deleted: false, banned: true });
    await pages.change(nora, "lift");
    await (await site.newVisitor()).logIn(nora);
  });

  test("shows sessions, keys and ledger, without any secrets", async () => {
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

  test("links to the whole ledger, page by page, when it is long", async () => {
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

  test("of an unknown id is a 404", async () => {
    for (const id of [crypto.randomUUID(), "1", "'; drop table profiles; --"]) {
      expect((await pages.user({ id })).status).toBe(404);
    }
  });
});

describe("an invitation", () => {
  test("creates an account with its role, and mails a link to it", async () => {
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
    const response = await invited.send(action, "/auth/confirm", {
      token_hash: token,
      type: "invite",
    });
    expect(response.location).toBe("/reset-password?invited");
    expect((await pages.users("state=active&q=ines")).data).toMatchObject({ total: 1 });
  });

  async function invited(email: string): Promise<{ id: string }> {
    const { location } = await pages.invite({ email, fullName: "Ines", role: "User" });
    return { id: location?.replace("/admin/users/", "") ?? "" };
  }

  /** Opens the link of the mail of that number, and returns where it leads. */
  async function accept(email: string, number: number) {
    const mail = await site.service.mailTo(email, number);
    const token_hash = /token_hash=([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? "";
    const { action } = await import("~/routes/auth-confirm");
    const visitor = await site.newVisitor();
    return visitor.send(action, "/auth/confirm", { token_hash, type: "invite" });
  }

  test("is sent again, with a link that replaces the first", async () => {
    const email = "iris@mail.example";
    const iris = await invited(email);
    expect((await pages.change(iris, "invitation")).location).toBe(`/admin/users/${iris.id}`);
    expect(await entriesOf(site, iris)).toMatchObject([
      { action: "user.invite" },
      { action: "service.asked", after: { change: "user.invite.again" } },
      { action: "user.invite.again", actor: admin.id },
    ]);
    expect((await accept(email, 0)).location).not.toBe("/reset-password?invited");
    expect((await accept(email, 1)).location).toBe("/reset-password?invited");
    expect(await pages.change(iris, "invitation")).toMatchObject({
      status: 400,
      data: { message: expect.stringContaining("needs no invitation") },
    });
  });

  test("says on the account's page until when it is valid, and when that is over", async () => {
    const ida = await invited("ida@mail.example");
    const invitation = async () => (await pages.user(ida)).data;
    expect(await invitation()).toMatchObject({ account: { invitation: { hasEnded: false } } });
    await site.database.query(
      "update auth.users set confirmation_sent_at = now() - interval '1 hour' where id = $1",
      [ida.id],
    );
    expect(await invitation()).toMatchObject({ account: { invitation: { hasEnded: true } } });
    await accept("ida@mail.example", 0);
    expect(await invitation()).toMatchObject({ account: { invitation: null } });
  });

  test("is not for an account that somebody's own sign-up made", async () => {
    const { authService } = await import("@domain/auth-service/auth-service.server");
    const email = "own@mail.example";
    const { data } = await authService().admin.createUser({ email, password: "the squatter's" });
    const own = { id: data.user?.id ?? "" };
    expect(await pages.change(own, "invitation")).toMatchObject({
      status: 400,
      data: { message: expect.stringContaining("Nobody has invited") },
    });
    expect(await entriesOf(site, own)).toEqual([]);
    expect(site.service.mails.filter(({ to }) => to === email)).toEqual([]);
  });

  test("to an existing account's address is refused, and not recorded", async () => {
    const nora = await site.newAccount();
    const response = await pages.invite({ email: nora.email, role: "Admin" });
    expect(response).toMatchObject({
      status: 400,
      data: { message: expect.stringMatching(/refused/) },
    });
    expect(await entriesOf(site, nora)).toEqual([]);
    expect(await profileOf(site, nora)).toMatchObject({ role: "User" });
  });
});
