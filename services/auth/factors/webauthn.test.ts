import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { withoutClose } from "@platen/postgres/testing/without-close";
import { parseAccounts } from "../transfer";
import { bytes, TestAuthenticator, text } from "../testing/authenticator";
import {
  call,
  goodPassword,
  signUp,
  siteUrl,
  startTestService,
  type TestService,
  tokensOf,
} from "../testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ webAuthn: true });
});
afterAll(() => service.close());

const visitor = "203.0.113.9";

const challengeSchema = z.object({
  id: z.string(),
  type: z.literal("webauthn"),
  expires_at: z.number(),
  webauthn: z.object({
    type: z.enum(["create", "request"]),
    credential_options: z.object({
      publicKey: z.looseObject({ challenge: z.string() }),
    }),
  }),
});

async function post(token: string, target: string, body: object = {}) {
  return call(service.auth, "POST", target, { token, visitor, body });
}

async function enroll(token: string, name = "Blue key") {
  const body = { factor_type: "webauthn", friendly_name: name };
  const reply = await post(token, "factors", body);
  expect(reply).toMatchObject({ status: 200, body: { type: "webauthn", friendly_name: name } });
  return String(reply.body.id);
}

async function challenge(token: string, factor: string) {
  const reply = await post(token, `factors/${factor}/challenge`);
  return challengeSchema.parse(reply.body);
}

const verify = (token: string, factor: string, id: string, webauthn: object) =>
  post(token, `factors/${factor}/verify`, { challenge_id: id, webauthn });

/** Plugs in a new key and adds it. */
async function addKey(token: string, key = new TestAuthenticator(), name = "Blue key") {
  const factor = await enroll(token, name);
  const { id, webauthn } = await challenge(token, factor);
  expect(webauthn).toMatchObject({
    type: "create",
    credential_options: { publicKey: { rp: { id: "localhost" } } },
  });
  const { challenge: text } = webauthn.credential_options.publicKey;
  const result = { type: "create", credential_response: key.create(text, siteUrl) };
  return { key, factor, reply: await verify(token, factor, id, result) };
}

/** Touches a key for a factor that it belongs to. */
async function touch(token: string, factor: string, key: TestAuthenticator, origin = siteUrl) {
  const { id, webauthn } = await challenge(token, factor);
  expect(webauthn.type).toBe("request");
  const { challenge: text } = webauthn.credential_options.publicKey;
  const result = { type: "request", credential_response: key.get(text, origin) };
  return { id, answer: result, reply: await verify(token, factor, id, result) };
}

const signIn = async (email: string) =>
  tokensOf(
    await call(service.auth, "POST", "token?grant_type=password", {
      body: { email, password: goodPassword },
    }),
  ).accessToken;

const claimsOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

const wrong = { status: 422, body: { code: "mfa_verification_failed" } };

test("a security key raises the session that adds it and later ones", async () => {
  const { email, accessToken } = await signUp(service);
  const { key, factor, reply } = await addKey(accessToken);
  expect(claimsOf(tokensOf(reply).accessToken)).toMatchObject({
    aal: "aal2",
    amr: expect.arrayContaining([expect.objectContaining({ method: "mfa/webauthn" })]),
  });
  expect(reply.body.user).toMatchObject({
    factors: [{ id: factor, factor_type: "webauthn", status: "verified" }],
  });
  const later = await touch(await signIn(email), factor, key);
  expect(claimsOf(tokensOf(later.reply).accessToken)).toMatchObject({ aal: "aal2" });
});

test("a response counts once, and not from another site, another key or a cloned key", async () => {
  const { email, accessToken } = await signUp(service);
  const { key, factor } = await addKey(accessToken);
  const token = await signIn(email);
  const { id, answer, reply } = await touch(token, factor, key);
  expect(reply.status).toBe(200);
  const lifted = tokensOf(reply).accessToken;
  expect((await verify(lifted, factor, id, answer)).status).toBe(422);
  const { id: next } = await challenge(lifted, factor);
  expect(await verify(lifted, factor, next, answer)).toMatchObject(wrong);
  expect((await touch(lifted, factor, key, "https://evil.example")).reply).toMatchObject(wrong);
  expect((await touch(lifted, factor, new TestAuthenticator())).reply).toMatchObject(wrong);
  key.uses = 0;
  expect((await touch(lifted, factor, key)).reply).toMatchObject(wrong);
  key.uses = 10;
  expect((await touch(lifted, factor, key)).reply.status).toBe(200);
});

test("a thief's wrong signatures do not keep the owner's key out", async () => {
  const { email, accessToken } = await signUp(service);
  const { key, factor } = await addKey(accessToken);
  const thief = await signIn(email);
  for (let count = 0; count < 12; count++)
    expect((await touch(thief, factor, new TestAuthenticator())).reply).toMatchObject(wrong);
  expect((await touch(await signIn(email), factor, key)).reply.status).toBe(200);
  // The limit of its network is full again.
  service.wait(600);
});

test("a key is not registered for another site, nor with a response of another type", async () => {
  const { accessToken: token } = await signUp(service);
  const factor = await enroll(token);
  const key = new TestAuthenticator();
  const { id, webauthn } = await challenge(token, factor);
  const { challenge: text } = webauthn.credential_options.publicKey;
  for (const credential of [
    { type: "create", credential_response: key.create(text, "https://evil.example") },
    { type: "create", credential_response: key.create("bm90aGluZw", siteUrl) },
    { type: "request", credential_response: key.get(text, siteUrl) },
  ]) {
    expect(await verify(token, factor, id, credential)).toMatchObject(wrong);
  }
  const code = { challenge_id: id, code: "123456" };
  expect((await post(token, `factors/${factor}/verify`, code)).status).toBe(400);
  expect((await verify(token, factor, id, { type: "create" })).status).toBe(400);
});

test.each([
  ["a point beside the curve", `a5010203262001215820${"01".repeat(32)}225820${"02".repeat(32)}`],
  ["RSA with the exponent 1", `a401030339010020590100${"c5".repeat(256)}214101`],
  ["an unknown curve", `a5010203262009215820${"01".repeat(32)}225820${"02".repeat(32)}`],
])("a key by which no one, or anyone, could sign is not registered: %s", async (_, cose) => {
  const { accessToken: token } = await signUp(service);
  const key = new TestAuthenticator();
  vi.spyOn(key, "publicKey").mockReturnValue(Buffer.from(cose, "hex"));
  expect((await addKey(token, key)).reply).toMatchObject(wrong);
});

test("a signature counts only under the id of its key", async () => {
  const { accessToken: token } = await signUp(service);
  const { key, factor } = await addKey(token);
  const { id, webauthn } = await challenge(token, factor);
  const response = key.get(webauthn.credential_options.publicKey.challenge, siteUrl);
  const renamed = { ...response, id: "eno6", rawId: "eno6" };
  const result = { type: "request", credential_response: renamed };
  expect(await verify(token, factor, id, result)).toMatchObject(wrong);
});

/** A self-signed certificate whose list of revoked certificates is at http://crl.example/. */
const certificate = [
  "MIIBlDCCATugAwIBAgIUZ8bf8YJol9rHEmkV7jhavEuFF+4wCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBYTAgFw0yNj",
  "ExMjQyMDQ1MzNaGA8yMTI2MTAzMTIwNDUzM1owDDEKMAgGA1UEAwwBYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA",
  "BLZrLvnwT8h3lJY4r+pHSbZc445hoPmwH1eV3OUyl2GEnPBVvs38fOnBEK5W34YRJD/JQtsK11QlhrlryG3WvtyjeT",
  "B3MB0GA1UdDgQWBBQ7uxUp2o+K1eTULdWjjfqrFz3PQTAfBgNVHSMEGDAWgBQ7uxUp2o+K1eTULdWjjfqrFz3PQTAP",
  "BgNVHRMBAf8EBTADAQH/MCQGA1UdHwQdMBswGaAXoBWGE2h0dHA6Ly9jcmwuZXhhbXBsZS8wCgYIKoZIzj0EAwIDRw",
  "AwRAIgUn8qxlCNytSl9PGDpUR/7EykNijHUCFU6nWZyhaUpz0CIGDZe+puLYz9ZIqE4dge5sQFZrPkwM/SuXVfxIwA",
  "EwM0",
].join("");

test.each(["apple", "android-key", "packed", "tpm", "fido-u2f"])(
  "the certificate of an attestation in the format %s is never looked at: its URL could be any",
  async (format) => {
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("No network"));
    onTestFinished(() => fetched.mockRestore());
    const { accessToken: token } = await signUp(service);
    const factor = await enroll(token);
    const { id, webauthn } = await challenge(token, factor);
    const x5c = Buffer.concat([Buffer.of(0x81), bytes(Buffer.from(certificate, "base64"))]);
    const statement = Buffer.concat([Buffer.of(0xa1), text("x5c"), x5c]);
    const { challenge: asked } = webauthn.credential_options.publicKey;
    const key = new TestAuthenticator().create(asked, siteUrl, { format, statement });
    const reply = await verify(token, factor, id, { type: "create", credential_response: key });
    expect(reply.status).toBe(200);
    expect(fetched).not.toHaveBeenCalled();
  },
);

test("where a session has no second factor yet, none can be added or removed", async () => {
  const { email, accessToken } = await signUp(service);
  const { key, factor } = await addKey(accessToken);
  const token = await signIn(email);
  const more = await post(token, "factors", { factor_type: "webauthn", friendly_name: "Red" });
  expect(more.body.code).toBe("insufficient_aal");
  const remove = (by: string) =>
    call(service.auth, "DELETE", `factors/${factor}`, { token: by, visitor });
  expect((await remove(token)).body.code).toBe("insufficient_aal");
  const lifted = tokensOf((await touch(token, factor, key)).reply);
  expect((await remove(lifted.accessToken)).status).toBe(200);
  const refreshed = await call(service.auth, "POST", "token?grant_type=refresh_token", {
    body: { refresh_token: lifted.refreshToken },
  });
  expect(claimsOf(tokensOf(refreshed).accessToken)).toMatchObject({ aal: "aal1" });
});

test("security keys are moved with their account", async () => {
  const { email, accessToken } = await signUp(service);
  const { key, factor } = await addKey(accessToken);
  const target = await startTestService({ webAuthn: true });
  onTestFinished(() => target.close());
  const { id } = (await call(service.auth, "GET", "user", { token: accessToken })).body;
  const lines: string[] = [];
  for await (const line of service.auth.exportAccounts()) {
    if (line.includes(String(id))) lines.push(line);
  }
  await target.auth.importAccounts(parseAccounts(lines.join("")));
  const before = service;
  service = target;
  onTestFinished(() => void (service = before));
  expect((await touch(await signIn(email), factor, key)).reply.status).toBe(200);
});

test("security keys cannot be added unless the operator allows it", async () => {
  const database = withoutClose(service.database);
  const plain = await startTestService({ database });
  onTestFinished(() => plain.close());
  const { accessToken: token } = await signUp(plain);
  const body = { factor_type: "webauthn", friendly_name: "Blue key" };
  expect(await call(plain.auth, "POST", "factors", { token, body })).toMatchObject({
    status: 422,
    body: { code: "mfa_webauthn_enroll_not_enabled" },
  });
});
