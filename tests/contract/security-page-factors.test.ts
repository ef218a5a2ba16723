import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type * as authenticatorModule from "~/routes/dashboard-authenticator";
import type * as codesModule from "~/routes/dashboard-recovery-codes";
import type * as pageModule from "~/routes/dashboard-security";
import type * as secondFactorModule from "~/routes/second-factor";
import { type AccountSite, openAccountSite, type Visitor } from "./support/account-site";

const path = "/dashboard/security";

let site: AccountSite;
let page: typeof pageModule;
let authenticator: typeof authenticatorModule;
let codes: typeof codesModule;
let secondFactor: typeof secondFactorModule;

beforeAll(async () => {
  site = await openAccountSite();
  page = await import("~/routes/dashboard-security");
  authenticator = await import("~/routes/dashboard-authenticator");
  codes = await import("~/routes/dashboard-recovery-codes");
  secondFactor = await import("~/routes/second-factor");
});
afterAll(() => site.close());

const shown = z.object({
  factors: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
  recovery: z.object({ left: z.number() }),
  sessions: z.array(z.object({ isCurrent: z.boolean() })),
});

const see = async (visitor: Visitor) => shown.parse((await visitor.open(page.loader, path)).data);

const press = (visitor: Visitor, intent: string, fields: Record<string, string> = {}) =>
  visitor.send(page.action, path, { intent, ...fields });

const enrolled = z.object({
  enrollment: z.object({ factorId: z.string(), name: z.string(), secret: z.string() }),
});
const withCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Adds an authenticator through the page's two forms. */
async function addAuthenticator(visitor: Visitor, name = "Phone") {
  const address = "/dashboard/security/authenticator";
  const begun = await visitor.send(authenticator.action, address, { name });
  const { enrollment } = enrolled.parse(begun.data);
  const totp = new TOTP({ secret: Secret.fromBase32(enrollment.secret) });
  const now = Date.now();
  const wrong = { intent: "finish", ...enrollment, code: "000 000" };
  const refused = await visitor.send(authenticator.action, address, wrong);
  const code = totp.generate({ timestamp: now });
  const done = await visitor.send(authenticator.action, address, {
    ...wrong,
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  });
  return { refused, done, nextCode: () => totp.generate({ timestamp: now + 30_000 }), enrollment };
}

describe("an authenticator", () => {
  test("is added with its first code, even after a wrong one, and creates recovery codes", async () => {
    const { visitor } = await site.signedIn();
    expect(await see(visitor)).toMatchObject({ factors: [], recovery: { left: 0 } });
    const { refused, done, enrollment } = await addAuthenticator(visitor);
    expect(refused).toMatchObject({ status: 400, data: { enrollment, refusal: { reply: {} } } });
    expect(withCodes.parse(done.data).recoveryCodes).toHaveLength(10);
    expect(await see(visitor)).toMatchObject({
      factors: [{ name: "Phone" }],
      recovery: { left: 10 },
    });
    const second = await addAuthenticator(visitor, "Tablet");
    expect(second.done.location).toBe(path);
  });

  test("cannot have a name that is taken", async () => {
    const { visitor } = await site.signedIn();
    await addAuthenticator(visitor);
    const again = await visitor.send(authenticator.action, "/dashboard/security/authenticator", {
      name: "Phone",
    });
    expect(again).toMatchObject({
      status: 400,
      data: {
        failure: {
          description: "You already have an authenticator or a security key of that name.",
        },
      },
    });
  });

  test("requires a fresh sign-in to be added, to be removed, and for new codes", async () => {
    site.service.wait(-16 * 60);
    const { visitor } = await site.signedIn();
    site.service.wait(16 * 60);
    const id = crypto.randomUUID();
    for (const response of [
      await visitor.open(authenticator.loader, "/dashboard/security/authenticator"),
      await visitor.send(authenticator.action, "/dashboard/security/authenticator", { name: "X" }),
      await press(visitor, "remove-second-factor", { factorId: id }),
      await visitor.send(codes.action, "/dashboard/security/recovery-codes", {}),
    ]) {
      expect(response.location).toMatch(/^\/login\/again\?redirectTo=/);
    }
  });

  test("can be removed, and another user's cannot", async () => {
    const nora = await site.signedIn();
    await addAuthenticator(nora.visitor);
    const [connected] = (await see(nora.visitor)).factors;
    const factorId = connected?.id ?? "";
    const mallory = await site.signedIn();
    expect(await press(mallory.visitor, "remove-second-factor", { factorId })).toMatchObject({
      status: 400,
      data: { notRemoved: { description: expect.stringContaining("no longer connected") } },
    });
    expect((await press(nora.visitor, "remove-second-factor", { factorId })).location).toBe(path);
    expect(await see(nora.visitor)).toMatchObject({ factors: [], recovery: { left: 0 } });
  });

  test("is required for recovery codes", async () => {
    const { visitor } = await site.signedIn();
    const address = "/dashboard/security/recovery-codes";
    expect((await visitor.open(codes.loader, address)).location).toBe(path);
    expect((await visitor.send(codes.action, address, {})).location).toBe(path);
  });
});

test("a security key is not offered where the service takes none", async () => {
  const { visitor } = await site.signedIn();
  expect((await visitor.open(page.loader, path)).data).toMatchObject({ keysOffered: false });
  const key = await import("~/routes/dashboard-security-key");
  expect(await visitor.send(key.action, "/dashboard/security/key", { name: "Blue" })).toMatchObject(
    {
      status: 400,
      data: { failure: { description: "This site offers no security keys." } },
    },
  );
});

test("the second step leads a session that has ended to the login, which remembers the page", async () => {
  const address = "/login/second-factor?redirectTo=%2Fdashboard%2Fkeys";
  const { visitor, ...account } = await site.signedIn();
  const other = await site.newVisitor();
  await other.logIn(account);
  await addAuthenticator(visitor);
  const login = { location: "/login?redirectTo=%2Fdashboard%2Fkeys" };
  expect(await other.open(secondFactor.loader, address)).toMatchObject(login);
  const nobody = await site.newVisitor();
  expect(await nobody.open(secondFactor.loader, address)).toMatchObject(login);
  expect(await nobody.send(secondFactor.action, address, { code: "123456" })).toMatchObject(login);
});

describe("a recovery code at the second step", () => {
  const address = "/login/second-factor?redirectTo=%2Fdashboard%2Fkeys";

  async function lostPhone() {
    const { visitor, ...account } = await site.signedIn();
    const { done } = await addAuthenticator(visitor);
    const { recoveryCodes } = withCodes.parse(done.data);
    const half = await site.newVisitor();
    expect((await half.logIn(account)).location).toMatch(/^\/login\/second-factor/);
    const password = "a mill wheel of another color";
    const recover = (recoveryCode: string, chosen = password) =>
      half.send(secondFactor.action, address, { recoveryCode, password: chosen });
    const logIn = () => half.logIn({ ...account, password });
    return { visitor, half, recoveryCodes, recover, logIn };
  }

  test("opens the account with a new password, and leads to adding a new authenticator", async () => {
    const { visitor, half, recoveryCodes, recover, logIn } = await lostPhone();
    expect((await recover(recoveryCodes[0] ?? "")).location).toBe(`/login?redirectTo=${path}`);
    await logIn();
    expect(await see(half)).toMatchObject({ factors: [], sessions: [{ isCurrent: true }] });
    expect((await visitor.open(page.loader, path)).location).toMatch(/^\/login/);
    // The back button, and the same form again.
    expect((await recover(recoveryCodes[0] ?? "")).location).toBe("/dashboard/keys");
  });

  test("is not spent without a new password, or with a weak one", async () => {
    const { recoveryCodes, recover } = await lostPhone();
    for (const weak of ["", "password1"]) {
      expect(await recover(recoveryCodes[0] ?? "", weak)).toMatchObject({
        status: 400,
        data: { recovering: true, reply: { error: { password: [expect.any(String)] } } },
      });
    }
    expect((await recover(recoveryCodes[0] ?? "")).location).toMatch(/^\/login\?/);
  });

  test("is refused beside its field when it is wrong", async () => {
    const { half, recover } = await lostPhone();
    for (const wrong of ["", "0000-0000-0000-0000", "x".repeat(100)]) {
      expect(await recover(wrong)).toMatchObject({
        status: 400,
        data: { recovering: true, reply: { error: { recoveryCode: [expect.any(String)] } } },
      });
    }
    expect(await recover("x".repeat(101))).toMatchObject({ status: 400 });
    expect((await half.open(page.loader, path)).location).toMatch(/^\/login\/second-factor/);
  });

  test("is refused for a visitor", async () => {
    const visitor = await site.newVisitor();
    const response = await visitor.send(secondFactor.action, address, { recoveryCode: "x" });
    expect(response.location).toBe("/login?redirectTo=%2Fdashboard%2Fkeys");
  });
});

test("a visitor, and a session that lacks the second factor, see and change nothing", async () => {
  const { visitor, ...account } = await site.signedIn();
  await addAuthenticator(visitor);
  const half = await site.newVisitor();
  await half.logIn(account);
  const stranger = await site.newVisitor();
  for (const [who, to] of [
    [half, /^\/login\/second-factor/],
    [stranger, /^\/login(\?|$)/],
  ] as const) {
    expect((await who.open(page.loader, path)).location).toMatch(to);
    for (const intent of ["change-password", "end-session", "end-other-sessions"]) {
      expect((await press(who, intent, { id: crypto.randomUUID() })).location).toMatch(to);
    }
  }
  expect((await see(visitor)).sessions).not.toEqual([]);
});
