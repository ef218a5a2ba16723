import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type * as pageModule from "~/routes/dashboard-security";
import { type AccountSite, openAccountSite, type Visitor } from "./support/account-site";

const path = "/dashboard/security";
const newPassword = "a wholly other mill 8";

let site: AccountSite;
let page: typeof pageModule;

beforeAll(async () => {
  site = await openAccountSite();
  page = await import("~/routes/dashboard-security");
});
afterAll(() => site.close());

const shown = z.object({
  sessions: z.array(z.object({ id: z.string(), device: z.string(), isCurrent: z.boolean() })),
  signIns: z.array(z.object({ description: z.string() })),
});

const see = async (visitor: Visitor) => shown.parse((await visitor.open(page.loader, path)).data);

const press = (visitor: Visitor, intent: string, fields: Record<string, string> = {}) =>
  visitor.send(page.action, path, { intent, ...fields });

describe("the password", () => {
  test("is changed with the old one, which ends every other session", async () => {
    const { visitor, ...account } = await site.signedIn();
    const elsewhere = await site.newVisitor();
    await elsewhere.logIn(account);
    const fields = { currentPassword: account.password, password: newPassword };
    expect(await press(visitor, "change-password", fields)).toMatchObject({
      status: 200,
      data: { saved: true },
    });
    expect((await elsewhere.open(page.loader, path)).location).toMatch(/^\/login/);
    expect((await see(visitor)).sessions).toHaveLength(1);
    await (await site.newVisitor()).logIn({ ...account, password: newPassword });
  });

  test.each([
    ["a wrong old one", { currentPassword: "not the password", password: newPassword }],
    ["no old one", { currentPassword: "", password: newPassword }],
  ])("is not changed with %s", async (_, fields) => {
    const { visitor, ...account } = await site.signedIn();
    const response = await press(visitor, "change-password", fields);
    expect(response).toMatchObject({
      status: 400,
      data: { reply: { error: { currentPassword: ["The current password is incorrect."] } } },
    });
    expect(JSON.stringify(response.data)).not.toContain(newPassword);
    await (await site.newVisitor()).logIn(account);
  });

  test("is not changed to a weak one", async () => {
    const { visitor, password } = await site.signedIn();
    const fields = { currentPassword: password, password: "short" };
    expect(await press(visitor, "change-password", fields)).toMatchObject({
      status: 400,
      data: { reply: { error: { password: [expect.stringContaining("at least 8")] } } },
    });
  });

  test("cannot be guessed without limit in an open browser", async () => {
    const { visitor } = await site.signedIn();
    const fields = { currentPassword: "a guess", password: newPassword };
    // Ten of the network's attempts, and ten of a browser that has signed in before.
    for (let guess = 0; guess < 20; guess += 1) await press(visitor, "change-password", fields);
    expect(await press(visitor, "change-password", fields)).toMatchObject({
      status: 400,
      data: { failure: { description: expect.stringContaining("Too many attempts") } },
    });
  });
});

describe("sessions", () => {
  test("are ended one by one, twice without harm, and all others at once", async () => {
    const { visitor, ...account } = await site.signedIn();
    const phone = await site.newVisitor("Mozilla/5.0 (iPhone) Version/18.0 Mobile Safari/604.1");
    await phone.logIn(account);
    await (await site.newVisitor()).logIn(account);
    const { sessions } = await see(visitor);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const id = sessions.find(({ device }) => device === "Safari on iPhone")?.id ?? "";
    expect((await press(visitor, "end-session", { id })).location).toBe(path);
    expect((await press(visitor, "end-session", { id })).location).toBe(path);
    expect((await phone.open(page.loader, path)).location).toMatch(/^\/login/);
    expect((await see(visitor)).sessions).toHaveLength(2);
    expect((await press(visitor, "end-other-sessions")).location).toBe(path);
    expect((await see(visitor)).sessions).toMatchObject([{ isCurrent: true }]);
  });

  test("of another user are not ended", async () => {
    const [nora, mallory] = [await site.signedIn(), await site.signedIn()];
    const id = (await see(nora.visitor)).sessions[0]?.id ?? "";
    await press(mallory.visitor, "end-session", { id });
    expect((await see(nora.visitor)).sessions).toHaveLength(1);
  });
});

test("recent sign-ins are listed as text", async () => {
  const { visitor } = await site.signedIn();
  expect((await see(visitor)).signIns).toEqual([
    expect.objectContaining({ description: "Signed in with the password" }),
  ]);
});

test("a list that cannot be read does not affect the rest of the page", async () => {
  const { visitor } = await site.signedIn();
  await site.database.execute("alter function public.own_sessions() rename to away");
  try {
    expect((await visitor.open(page.loader, path)).data).toMatchObject({
      sessions: null,
      signIns: [{ description: "Signed in with the password" }],
    });
  } finally {
    await site.database.execute("alter function public.away() rename to own_sessions");
  }
});

test.each([
  ["no intent", {}],
  ["an unknown intent", { intent: "become-admin" }],
  ["an invalid id", { intent: "end-session", id: "1 or 1=1" }],
  ["no id", { intent: "remove-second-factor" }],
])("a form with %s is refused", async (_, fields) => {
  const { visitor } = await site.signedIn();
  expect((await visitor.send(page.action, path, fields)).status).toBe(400);
});
