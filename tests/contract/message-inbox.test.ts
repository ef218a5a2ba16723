import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "./support/account-site";
import { openMessageSite, type MessageSite } from "./support/message-site";

/* The inbox: who may read and change it, what is found, and how long it stays. */

let site: MessageSite;
let admin: Visitor;
let adminId: string;

beforeAll(async () => {
  site = await openMessageSite();
  ({ visitor: admin, id: adminId } = await site.signedIn("Admin"));
  await site.switchTo("messages");
});
afterAll(() => site.close());
beforeEach(() => site.database.query("delete from public.messages where true"));

test("is for administrators: users and editors read and change nothing, visitors sign in", async () => {
  await site.write(await site.newVisitor());
  const id = await site.lastId();
  for (const role of ["User", "Editor"] as const) {
    const { visitor } = await site.signedIn(role);
    expect((await site.list(visitor)).status).toBe(404);
    expect((await site.read(visitor, id)).status).toBe(404);
    expect((await site.change(visitor, "delete", id)).status).toBe(404);
    expect((await site.changeOne(visitor, id, "close")).status).toBe(404);
  }
  const visitor = await site.newVisitor();
  expect((await site.list(visitor)).location).toMatch(/^\/login/);
  expect((await site.changeOne(visitor, id, "delete")).location).toMatch(/^\/login/);
  const former = await site.signedIn("Admin");
  await site.database.query("update public.profiles set role = 'User' where id = $1", [former.id]);
  expect((await site.change(former.visitor, "delete", id)).status).toBe(404);
  expect(await site.stored()).toMatchObject([{ id, state: "open" }]);
  expect((await site.read(admin, id)).data).toMatchObject({
    message: { id, email: "nora@paper.example" },
  });
});

test("a message is assigned, closed, reopened and deleted, each with an audit entry without its words", async () => {
  await site.write(await site.newVisitor());
  const id = await site.lastId();
  for (const [intent, state] of [
    ["assign", { assignee: adminId }],
    ["close", { state: "closed" }],
    ["reopen", { state: "open" }],
    ["unassign", { assignee: null }],
  ] as const) {
    expect((await site.changeOne(admin, id, intent)).location).toBe(`/admin/messages/${id}`);
    expect(await site.stored()).toMatchObject([state]);
  }
  expect((await site.changeOne(admin, id, "delete")).location).toBe("/admin/messages");
  expect(await site.stored()).toEqual([]);
  expect((await site.read(admin, id)).status).toBe(404);
  const entries = await site.database.query<{ action: string; before: unknown; after: unknown }>(
    "select action, before, after from public.audit_entries where action like 'message.%' order by id",
  );
  const actions = ["assign", "close", "reopen", "unassign", "delete"];
  expect(entries).toEqual(
    actions.map((action) => ({
      action: `message.${action}`,
      before: { messages: id },
      after: null,
    })),
  );
});

test("several are closed at once, and two administrators close none twice", async () => {
  for (let n = 0; n < 3; n += 1) await site.write(await site.newVisitor());
  const ids = (await site.stored()).map(({ id }) => id);
  const entries = () =>
    site.database.query("select 1 from public.audit_entries where action = 'message.close'");
  const before = (await entries()).length;
  await Promise.all([site.change(admin, "close", ...ids), site.change(admin, "close", ...ids)]);
  expect(new Set((await site.stored()).map(({ state }) => state))).toEqual(new Set(["closed"]));
  expect(await entries()).toHaveLength(before + 1);
});

test("refuses forged ids, a form without a choice, with too many, and with another intent", async () => {
  for (const [intent, ids] of [
    ["close", []],
    ["close", ["x"]],
    ["close", Array.from({ length: 101 }, () => crypto.randomUUID())],
    ["assign", [crypto.randomUUID()]],
  ] as const)
    expect((await site.change(admin, intent, ...ids)).status).toBe(400);
  expect((await site.read(admin, "' or true --")).status).toBe(404);
  expect((await site.read(admin, crypto.randomUUID())).status).toBe(404);
  expect((await site.changeOne(admin, "x", "close")).status).toBe(404);
  await site.write(await site.newVisitor());
  expect((await site.changeOne(admin, await site.lastId(), "burn")).status).toBe(400);
  expect(await site.stored()).toHaveLength(1);
});

test("finds messages by state, email address and subject", async () => {
  await site.write(await site.newVisitor(), { subject: "100% of paper_clips" });
  const found = async (query: string) =>
    JSON.stringify((await site.list(admin, query)).data).includes("paper_clips");
  expect(await found("")).toBe(true);
  expect(await found("q=NORA%40paper")).toBe(true);
  expect(await found("q=100%25&state=all")).toBe(true);
  expect(await found("q=1%25paper")).toBe(false);
  expect(await found("state=closed")).toBe(false);
  for (const query of ["state=x", "after=x"])
    expect((await site.list(admin, query)).status).toBe(400);
});

test("pages are read one after the other, each message once, newest first", async () => {
  await site.database.query(
    `insert into public.messages (form, sender_name, email, subject, body, created_at)
     select gen_random_uuid(), 'Nora', 'nora@paper.example', n::text, 'Good', '2026-01-01'::timestamptz
     from generate_series(1, 60) n`,
  );
  const first = (await site.list(admin)).data;
  expect(first).toMatchObject({ messages: { length: 50 }, next: expect.any(String) });
  const next = String(Object.entries(Object(first)).find(([name]) => name === "next")?.[1]);
  const second = (await site.list(admin, `after=${next}`)).data;
  expect(second).toMatchObject({ messages: { length: 10 }, next: null });
  const subjects = new Set(JSON.stringify([first, second]).match(/"subject":"\d+"/g));
  expect(subjects.size).toBe(60);
});

test("the navigation counts open messages for administrators, a hundred at most, and for nobody else", async () => {
  const { loader } = await import("~/routes/admin-layout");
  await site.database.query(
    `insert into public.messages (form, sender_name, email, subject, body)
     select gen_random_uuid(), 'Nora', 'nora@paper.example', 'Hello', 'Good'
     from generate_series(1, 120)`,
  );
  expect((await admin.open(loader, "/admin/messages")).data).toMatchObject({ openMessages: 100 });
  const { visitor: editor } = await site.signedIn("Editor");
  expect((await editor.open(loader, "/admin/comments")).data).toMatchObject({
    openMessages: null,
  });
});

test("closed messages are deleted after 30 days, open ones never", async () => {
  const { deleteClosedMessages } = await import("@domain/messages/retention.server");
  for (let n = 0; n < 3; n += 1) await site.write(await site.newVisitor());
  const [old, recent, open] = (await site.stored()).map(({ id }) => id);
  await site.change(admin, "close", old ?? "", recent ?? "");
  await site.database.query(
    "update public.messages set closed_at = now() - interval '31 days' where id = $1",
    [old],
  );
  await site.database.query(
    "update public.messages set created_at = now() - interval '400 days' where id = $1",
    [open],
  );
  await deleteClosedMessages();
  expect(new Set((await site.stored()).map(({ id }) => id))).toEqual(new Set([recent, open]));
});
