import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { TestAuthenticator } from "@platen/auth/testing/authenticator";
import { siteUrl } from "@platen/auth/testing/service";
import type * as authenticatorModule from "~/routes/dashboard-authenticator";
import type * as codesModule from "~/routes/dashboard-recovery-codes";
import type * as pageModule from "~/routes/dashboard-security";
import type * as keyModule from "~/routes/dashboard-security-key";
import type * as secondFactorModule from "~/routes/second-factor";
import { type AccountSite, openAccountSite, type Visitor } from "./support/account-site";

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/* Security keys as second factors, on the site's own pages. */

const path = "/dashboard/security";
const adding = "/dashboard/security/key";
const secondStep = "/login/second-factor?redirectTo=%2Fdashboard%2Fkeys";

let site: AccountSite;
let page: typeof pageModule;
let key: typeof keyModule;
let authenticator: typeof authenticatorModule;
let codes: typeof codesModule;
let secondFactor: typeof secondFactorModule;

beforeAll(async () => {
  process.env.MFA_WEB_AUTHN_ENROLL_ENABLED = "true";
  site = await openAccountSite({ webAuthn: true });
  page = await import("~/routes/dashboard-security");
  key = await import("~/routes/dashboard-security-key");
  authenticator = await import("~/routes/dashboard-authenticator");
  codes = await import("~/routes/dashboard-recovery-codes");
  secondFactor = await import("~/routes/second-factor");
});
afterAll(() => site.close());

const requested = z.object({
  keyRequest: z.object({
    factorId: z.string(),
    challengeId: z.string(),
    ceremony: z.object({
      type: z.enum(["create", "request"]),
      publicKey: z.looseObject({ challenge: z.string() }),
    }),
  }),
});
const withCodes = z.object({ recoveryCodes: z.array(z.string()) });
const shown = z.object({
  keysOffered: z.boolean(),
  factors: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
  recovery: z.object({ left: z.number() }),
});

const see = async (visitor: Visitor) => shown.parse((await visitor.open(page.loader, path)).data);

/** Adds a key through the page's two forms. */
async function addKey(visitor: Visitor, name = "Blue key", device = new TestAuthenticator()) {
  const begun = await visitor.send(key.action, adding, { name });
  const { factorId, challengeId, ceremony } = requested.parse(begun.data).keyRequest;
  const credential = JSON.stringify(device.create(ceremony.publicKey.challenge, siteUrl));
  const fields = { intent: "finish-key", factorId, challengeId, credential };
  return { device, factorId, ceremony, done: await visitor.send(key.action, adding, fields) };
}

/** A user with one key, who has entered the password in a second browser. */
async function halfSignedIn() {
  const { visitor, ...account } = await site.signedIn();
  const { device, factorId, done } = await addKey(visitor);
  const half = await site.newVisitor();
  expect((await half.logIn(account)).location).toMatch(/^\/login\/second-factor/);
  return { ...account, visitor, half, device, factorId, ...withCodes.parse(done.data) };
}

/** Presses the key's button at the second step, and touches a key. */
async function touch(
  visitor: Visitor,
  factorId: string,
  device: TestAuthenticator,
  origin = siteUrl,
) {
  const asked = await visitor.send(secondFactor.action, secondStep, {
    intent: "ask-key",
    factorId,
  });
  const { challengeId, ceremony } = requested.parse(asked.data).keyRequest;
  const credential = JSON.stringify(device.get(ceremony.publicKey.challenge, origin));
  const fields = { intent: "finish-key", factorId, challengeId, credential };
  const give = () => visitor.send(secondFactor.action, secondStep, fields);
  return { ceremony, give, answer: await give() };
}

const isHalf = async (visitor: Visitor) =>
  (await visitor.open(page.loader, path)).location?.startsWith("/login/second-factor") ?? false;

test("a user adds security keys by name, and gets recovery codes with the first", async () => {
  const { visitor, email } = await site.signedIn();
  expect(await see(visitor)).toMatchObject({ keysOffered: true, factors: [] });
  const first = await addKey(visitor);
  expect(first.ceremony).toMatchObject({
    type: "create",
    publicKey: { rp: { id: "localhost" }, user: { name: email }, excludeCredentials: [] },
  });
  expect(withCodes.parse(first.done.data).recoveryCodes).toHaveLength(10);
  expect(await see(visitor)).toMatchObject({
    factors: [{ name: "Blue key", kind: "security-key" }],
    recovery: { left: 10 },
  });
  expect((await visitor.open(key.loader, adding)).data).toMatchObject({
    suggestion: "Security key",
  });
  const second = await addKey(visitor, "Red key");
  expect(second.done.location).toBe(path);
  expect(second.ceremony.publicKey).toMatchObject({
    excludeCredentials: [{ id: first.device.id.toString("base64url"), transports: ["usb"] }],
  });
  const again = await visitor.send(key.action, adding, { name: "Red key" });
  expect(again).toMatchObject({
    status: 400,
    data: { failure: { description: expect.stringContaining("a security key of that name") } },
  });
});

test("a user whose only second factor is a security key passes the second step with it", async () => {
  const { half, device, factorId } = await halfSignedIn();
  expect((await half.open(secondFactor.loader, secondStep)).data).toMatchObject({
    authenticators: [],
    keys: [{ id: factorId, name: "Blue key" }],
    takesCodes: false,
  });
  const { ceremony, answer } = await touch(half, factorId, device);
  expect(ceremony).toMatchObject({
    type: "request",
    publicKey: { rpId: "localhost", allowCredentials: [{ id: device.id.toString("base64url") }] },
  });
  expect(answer.location).toBe("/dashboard/keys");
  expect(await isHalf(half)).toBe(false);
});

test("another key, a copied key and a response given to another site are refused", async () => {
  const { half, device, factorId } = await halfSignedIn();
  const refusal = {
    status: 400,
    data: { keyRefusal: { description: expect.stringContaining("was not accepted") } },
  };
  const others = await touch(half, factorId, new TestAuthenticator());
  expect(others.answer).toMatchObject(refusal);
  expect((await touch(half, factorId, device, "https://evil.example")).answer).toMatchObject(
    refusal,
  );
  expect(await isHalf(half)).toBe(true);
  const { give, answer } = await touch(half, factorId, device);
  expect(answer.status).toBe(302);
  expect(await give()).toMatchObject({
    status: 400,
    data: { keyRefusal: { description: expect.stringContaining("Try again") } },
  });
  device.uses = 0;
  expect((await touch(half, factorId, device)).answer).toMatchObject(refusal);
});

test("a form of the second step that no page has sent is refused", async () => {
  const { half, factorId } = await halfSignedIn();
  const send = (fields: Record<string, string>) =>
    half.send(secondFactor.action, secondStep, fields);
  const id = crypto.randomUUID();
  const damaged: Record<string, string>[] = [
    { intent: "ask-key" },
    { intent: "ask-key", factorId: "1 or 1=1" },
    { intent: "finish-key", factorId, challengeId: id },
    { intent: "finish-key", factorId, challengeId: id, credential: "{" },
    // It can be read, but not written again.
    { intent: "finish-key", factorId, challengeId: id, credential: nested(5_000) },
  ];
  for (const fields of damaged) expect((await send(fields)).status).toBe(400);
  const credential = "x".repeat(20_001);
  const large = await send({ intent: "finish-key", factorId, challengeId: id, credential });
  expect(large.status).toBe(413);
  const wrong: Record<string, string>[] = [
    { intent: "ask-key", factorId: id },
    { intent: "finish-key", factorId, challengeId: id, credential: "{}" },
    { intent: "finish-key", factorId: id, challengeId: id, credential: "{}" },
  ];
  for (const fields of wrong) {
    expect(await send(fields)).toMatchObject({ status: 400, data: { keyRefusal: {} } });
  }
  expect(await isHalf(half)).toBe(true);
});

test("an authenticator is not a security key", async () => {
  const { visitor, ...account } = await site.signedIn();
  const address = "/dashboard/security/authenticator";
  const begun = await visitor.send(authenticator.action, address, { name: "Phone" });
  const { enrollment } = z
    .object({
      enrollment: z.object({ factorId: z.string(), name: z.string(), secret: z.string() }),
    })
    .parse(begun.data);
  const code = new TOTP({ secret: Secret.fromBase32(enrollment.secret) }).generate();
  await visitor.send(authenticator.action, address, { intent: "finish", ...enrollment, code });
  const half = await site.newVisitor();
  await half.logIn(account);
  const fields = { intent: "ask-key", factorId: enrollment.factorId };
  expect(await half.send(secondFactor.action, secondStep, fields)).toMatchObject({
    status: 400,
    data: { keyRefusal: { description: expect.stringContaining("no longer connected") } },
  });
});

test("a key is removed with the second factor given, and the recovery codes with the last", async () => {
  const { visitor, half, factorId } = await halfSignedIn();
  const remove = (who: Visitor) =>
    who.send(page.action, path, { intent: "remove-second-factor", factorId });
  expect((await remove(half)).location).toMatch(/^\/login\/second-factor/);
  expect((await remove(visitor)).location).toBe(path);
  expect(await see(visitor)).toMatchObject({ factors: [], recovery: { left: 0 } });
});

test("recovery codes replace a lost key, and can be created again with a key alone", async () => {
  const { visitor, half, ...account } = await halfSignedIn();
  const made = await visitor.send(codes.action, "/dashboard/security/recovery-codes", {});
  const [recoveryCode = ""] = z.object({ codes: z.array(z.string()) }).parse(made.data).codes;
  const password = "a mill wheel of another color";
  const recovered = await half.send(secondFactor.action, secondStep, { recoveryCode, password });
  expect(recovered.location).toBe(`/login?redirectTo=${path}`);
  await half.logIn({ ...account, password });
  expect(await see(half)).toMatchObject({ factors: [], recovery: { left: 0 } });
});

test("adding a key requires a fresh sign-in", async () => {
  site.service.wait(-16 * 60);
  const { visitor } = await site.signedIn();
  site.service.wait(16 * 60);
  for (const response of [
    await visitor.open(key.loader, adding),
    await visitor.send(key.action, adding, { name: "Blue key" }),
  ]) {
    expect(response.location).toMatch(/^\/login\/again\?redirectTo=/);
  }
});
