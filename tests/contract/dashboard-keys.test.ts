import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type * as Overview from "~/routes/dashboard";
import type * as KeysPage from "~/routes/dashboard-keys";
import type * as PlanPage from "~/routes/dashboard-plan";
import { openPlanSite, type PlanSite } from "./support/plan-site";

let site: PlanSite;
let overview: typeof Overview;
let keysPage: typeof KeysPage;
let planPage: typeof PlanPage;

beforeAll(async () => {
  site = await openPlanSite();
  overview = await import("~/routes/dashboard");
  keysPage = await import("~/routes/dashboard-keys");
  planPage = await import("~/routes/dashboard-plan");
});
afterAll(() => site.close());

type Person = Awaited<ReturnType<PlanSite["signedIn"]>>;

const form = (more: Record<string, string | string[]> = {}) => ({
  intent: "create",
  id: randomUUID(),
  name: "Shop",
  days: "30",
  scopes: ["edit", "read"],
  ...more,
});
const sendKeys = ({ visitor }: Person, fields: Record<string, string | string[]>) =>
  visitor.send(keysPage.action, "/dashboard/keys", fields);

const listed = z.object({
  keys: z.array(
    z.looseObject({ id: z.string(), name: z.string(), revokedAt: z.date().nullable() }),
  ),
});
const keysOf = async ({ visitor }: Person) =>
  listed.parse((await visitor.open(keysPage.loader, "/dashboard/keys")).data).keys;

const made = z.object({ made: z.object({ secret: z.string(), call: z.looseObject({}) }) });

test("visitors are redirected to sign in, whatever they open or send", async () => {
  const visitor = await site.newVisitor();
  for (const { loader, path } of [
    { loader: overview.loader, path: "/dashboard" },
    { loader: keysPage.loader, path: "/dashboard/keys" },
    { loader: planPage.loader, path: "/dashboard/plan" },
  ]) {
    expect((await visitor.open(loader, path)).location).toContain("/login");
  }
  const sent = await visitor.send(keysPage.action, "/dashboard/keys", form());
  expect(sent.location).toContain("/login");
  const asked = await visitor.send(planPage.action, "/dashboard/plan", { intent: "keep" });
  expect(asked.location).toContain("/login");
});

describe("keys", () => {
  test("a new key is offered no other permission than its first call needs", async () => {
    const { visitor } = await site.signedIn();
    expect(await visitor.open(keysPage.loader, "/dashboard/keys")).toMatchObject({
      data: { needed: { title: "Generate QR Code", scope: "create" } },
    });
  });

  test("a new key is shown once, with an example call that it permits", async () => {
    const person = await site.signedIn();
    const response = await sendKeys(person, form());
    expect(response.status).toBe(201);
    const { made: shown } = made.parse(response.data);
    expect(shown.secret).toMatch(/^pdf_[\w-]{43}$/);
    const page = await person.visitor.open(keysPage.loader, "/dashboard/keys");
    expect(JSON.stringify(page.data)).not.toContain(shown.secret);
    const [row] = await site.database.query<{ all: string }>(
      "select to_json(k)::text as all from public.api_keys k where user_id = $1",
      [person.id],
    );
    expect(row?.all).not.toContain(shown.secret.slice(10));
  });

  test("creating or rotating a key requires a fresh sign-in, and what was typed is filled in after it; revoking does not", async () => {
    site.service.wait(-16 * 60);
    const person = await site.signedIn().finally(() => site.service.wait(16 * 60));
    const typed = form({ name: "Invoices", scopes: ["read"] });
    const refused = await sendKeys(person, typed);
    expect(refused.location).toMatch(/^\/login\/again\?/);
    const back = new URL(refused.location ?? "", "http://localhost").searchParams.get("redirectTo");
    const layout = await import("~/routes/dashboard-layout");
    const page = z.object({ typed: z.unknown() });
    expect(page.parse((await person.visitor.open(layout.loader, back ?? "")).data).typed).toEqual({
      name: "Invoices",
      days: "30",
      scopes: "read",
    });
    expect(await keysOf(person)).toEqual([]);

    const id = randomUUID();
    await site.database.query(
      `insert into public.api_keys (id, user_id, name, prefix, hash, scopes)
       values ($1, $2, 'Shop', 'pdf_abcdef', repeat('a', 64), '{edit}')`,
      [id, person.id],
    );
    const rotate = { intent: "rotate", key: id, id: randomUUID(), hours: "24" };
    expect((await sendKeys(person, rotate)).location).toMatch(/^\/login\/again\?/);
    expect(await keysOf(person)).toMatchObject([{ id, revokedAt: null }]);
    const revoke = { intent: "revoke", key: id };
    expect((await sendKeys(person, revoke)).location).toBe("/dashboard/keys");
    expect(await keysOf(person)).not.toMatchObject([{ id, revokedAt: null }]);
  });

  test("five concurrent submissions of a form create one key", async () => {
    const person = await site.signedIn();
    const fields = form();
    const responses = await Promise.all(Array.from({ length: 5 }, () => sendKeys(person, fields)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await keysOf(person)).toHaveLength(1);
  });

  test("ten active keys are the maximum under concurrent requests, and a revoked one frees a place", async () => {
    const person = await site.signedIn();
    const responses = await Promise.all(
      Array.from({ length: 14 }, (_, n) => sendKeys(person, form({ name: `Key ${n}` }))),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    const [key] = await keysOf(person);
    // A rotation takes no additional slot.
    const rotate = { intent: "rotate", key: key?.id ?? "", id: randomUUID(), hours: "24" };
    expect((await sendKeys(person, rotate)).status).toBe(201);
    expect((await sendKeys(person, rotate)).status).toBe(409);
    expect((await sendKeys(person, form())).status).toBe(409);
    const [newest] = await keysOf(person);
    const revoke = { intent: "revoke", key: newest?.id ?? "" };
    expect((await sendKeys(person, revoke)).location).toBe("/dashboard/keys");
    expect((await sendKeys(person, revoke)).location).toBe("/dashboard/keys");
    expect((await sendKeys(person, form())).status).toBe(201);
  });

  test("an active key stays in the lists, however many have ended since", async () => {
    const person = await site.signedIn();
    await sendKeys(person, form({ name: "The first" }));
    await site.database.query(
      `update public.api_keys set created_at = now() - interval '20 days' where user_id = $1`,
      [person.id],
    );
    // In three batches, because no more than fifty may be created a day.
    for (const [lot, digit] of ["a", "b", "c"].entries()) {
      await site.database.query(
        `insert into public.api_keys (user_id, name, prefix, hash, scopes, created_at, revoked_at)
         select $1, 'Ended', 'pdf_abcdef', lpad(n::text, 64, $2), '{edit}', now() - make_interval(days => 5, hours => $3::int), now()
         from generate_series(1, 45) n`,
        [person.id, digit, lot],
      );
    }
    const keys = await keysOf(person);
    expect(keys).toHaveLength(100);
    expect(keys[0]).toMatchObject({ name: "The first" });
    const { readPlans } = await import("~/account/plans/own-plan.server");
    const { readUserPage } = await import("@domain/administration/user-page.server");
    const admin = await site.newAccount("Admin");
    const claims = { sub: admin.id, email: "", exp: 0, amr: [] };
    const page = await readUserPage({ claims, ipAddress: "127.0.0.1" }, person.id, readPlans);
    expect(page?.keys).toHaveLength(20);
    expect(page?.keys[0]).toMatchObject({ name: "The first" });
  });

  test("a rotation cannot take the id of an existing key, one's own or another user's", async () => {
    const [person, other] = [await site.signedIn(), await site.signedIn()];
    await sendKeys(person, form({ name: "One" }));
    await sendKeys(person, form({ name: "Two" }));
    await sendKeys(other, form());
    const [first, second] = await keysOf(person);
    const [foreign] = await keysOf(other);
    for (const id of [first?.id, second?.id, foreign?.id]) {
      const rotate = { intent: "rotate", key: first?.id ?? "", id: id ?? "", hours: "24" };
      expect((await sendKeys(person, rotate)).status).toBe(409);
    }
    expect((await keysOf(person)).map(({ rotatedTo }) => rotatedTo)).toEqual([null, null]);
  });

  test("another user's key is neither visible nor rotated nor revoked", async () => {
    const [owner, thief] = [await site.signedIn(), await site.signedIn()];
    await sendKeys(owner, form());
    const [key] = await keysOf(owner);
    expect(await keysOf(thief)).toEqual([]);
    const id = key?.id ?? "";
    await sendKeys(thief, { intent: "revoke", key: id });
    const rotated = await sendKeys(thief, {
      intent: "rotate",
      key: id,
      id: randomUUID(),
      hours: "0",
    });
    expect(rotated.status).toBe(409);
    expect((await sendKeys(thief, form({ id }))).status).toBe(409);
    expect(await keysOf(owner)).toMatchObject([{ id, revokedAt: null, rotatedTo: null }]);
  });

  test.each([
    ["none", ""],
    ["blanks", "   "],
    ["61 characters", "x".repeat(61)],
    ["twenty thousand characters", "x".repeat(20_000)],
    ["two lines", "a\nb"],
    ["a control character", "a\u0000b"],
    ["right-to-left override", "\u202egnp.exe"],
    ["no visible character", "\u200b\u200d"],
    ["combining marks alone", "\u0301\u0301"],
  ])("a name of %s is refused beside the field", async (_what, name) => {
    const person = await site.signedIn();
    const response = await sendKeys(person, form({ name }));
    expect(response).toMatchObject({ status: 400, data: { made: null } });
    expect(await keysOf(person)).toEqual([]);
  });

  test("a name larger than a form may be is refused before it is read", async () => {
    const person = await site.signedIn();
    const response = await sendKeys(person, form({ name: "x".repeat(900_000) }));
    expect(response).toMatchObject({ status: 413 });
    expect(await keysOf(person)).toEqual([]);
  });

  test.each([
    ["emoji of several code points", "👩‍💻 build", "👩‍💻 build"],
    ["60 emoji", "🖨".repeat(60), "🖨".repeat(60)],
    ["decomposed letters", "Zu\u0308rich", "Zürich"],
    ["another script", "مفتاح الإنتاج", "مفتاح الإنتاج"],
    ["markup", "<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["SQL", "'); drop table api_keys; --", "'); drop table api_keys; --"],
    ["surrounding spaces", "  Shop   floor ", "Shop floor"],
  ])("a name of %s is accepted", async (_what, name, saved) => {
    const person = await site.signedIn();
    expect((await sendKeys(person, form({ name }))).status).toBe(201);
    expect(await keysOf(person)).toMatchObject([{ name: saved }]);
  });

  test("requests that no form of the site sends are refused", async () => {
    const person = await site.signedIn();
    const wrongs: Record<string, string | string[]>[] = [
      form({ days: "9999" }),
      form({ days: "-1" }),
      form({ scopes: [] }),
      form({ scopes: ["admin"] }),
      form({ id: "1" }),
      { intent: "rotate", key: "x", id: randomUUID(), hours: "1" },
      { intent: "rotate", key: randomUUID(), id: randomUUID(), hours: "100000" },
      { intent: "revoke", key: "' or true --" },
      { intent: "grant" },
      {},
    ];
    for (const wrong of wrongs) {
      expect([wrong, (await sendKeys(person, wrong)).status]).toEqual([wrong, 400]);
    }
    expect(await keysOf(person)).toEqual([]);
  });
});
