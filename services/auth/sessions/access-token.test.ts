import { createHmac } from "node:crypto";
import { exportSPKI, generateKeyPair, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  call,
  type Reply,
  signUp,
  siteUrl,
  startTestService,
  type TestService,
} from "../testing/service";

let service: TestService;
let accessToken: string;

beforeAll(async () => {
  service = await startTestService();
  ({ accessToken } = await signUp(service));
});
afterAll(() => service.close());

const ask = (token: string) => call(service.auth, "GET", "user", { token });

function expectRefused({ status, body }: Reply) {
  expect(status).toBe(403);
  expect(body.code).toBe("bad_jwt");
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function parts(token: string) {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const read = (part: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, "base64url").toString());
  return { header, payload, signature, headerFields: read(header), claims: read(payload) };
}

/** A token with these claims instead, signed by the test's own key. */
async function forge(header: object, claims: object): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256");
  return new SignJWT({ ...parts(accessToken).claims, ...claims })
    .setProtectedHeader({ ...parts(accessToken).headerFields, alg: "ES256", ...header })
    .sign(privateKey);
}

test("an issued token is accepted", async () => {
  expect((await ask(accessToken)).status).toBe(200);
});

test("a token with a changed payload is refused", async () => {
  const { header, signature, claims } = parts(accessToken);
  for (const change of [{ role: "service_role" }, { aal: "aal2" }, { exp: 4_000_000_000 }]) {
    expectRefused(await ask(`${header}.${encode({ ...claims, ...change })}.${signature}`));
  }
});

test("a token with a changed or missing signature is refused", async () => {
  const { header, payload, signature } = parts(accessToken);
  const other = (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
  expectRefused(await ask(`${header}.${payload}.${other}`));
  expectRefused(await ask(`${header}.${payload}.`));
  expectRefused(await ask(`${header}.${payload}`));
  expectRefused(await ask("nonsense"));
});

test("a token without an algorithm is refused", async () => {
  const { payload, headerFields } = parts(accessToken);
  for (const alg of ["none", "None", "", undefined]) {
    expectRefused(await ask(`${encode({ ...headerFields, alg })}.${payload}.`));
  }
});

test("a token signed with the public key as an HMAC secret is refused", async () => {
  const { payload, headerFields } = parts(accessToken);
  const { body } = await call(service.auth, "GET", ".well-known/jwks.json");
  const [jwk] = Array.isArray(body.keys) ? body.keys : [];
  const publicKey = await importJWK(jwk, "ES256", { extractable: true });
  if (publicKey instanceof Uint8Array) throw new Error("Expected a public key.");
  const signed = `${encode({ ...headerFields, alg: "HS256" })}.${payload}`;
  for (const secret of [await exportSPKI(publicKey), JSON.stringify(jwk), String(jwk.x)]) {
    const signature = createHmac("sha256", secret).update(signed).digest("base64url");
    expectRefused(await ask(`${signed}.${signature}`));
  }
});

test("a token signed with a foreign key is refused, even under our key's ID or with its own key embedded", async () => {
  const { publicKey } = await generateKeyPair("ES256");
  const headers = [
    {},
    { kid: "another" },
    { kid: undefined },
    { jku: "https://evil.example/jwks" },
  ];
  for (const header of headers) expectRefused(await ask(await forge(header, {})));
  expectRefused(await ask(await forge({ jwk: { ...publicKey } }, {})));
});

test("a token is refused from the second of its expiry on", async () => {
  const { accessToken: token } = await signUp(service);
  service.wait(3590);
  expect((await ask(token)).status).toBe(200);
  service.wait(11);
  const reply = await ask(token);
  expectRefused(reply);
  expect(reply.body.message).toBe(
    "invalid JWT: unable to parse or verify signature, token is expired",
  );
});

test("after a rotation, tokens signed with the old key are accepted until they expire, and new ones too", async () => {
  const before = await signUp(service);
  await service.auth.rotateSigningKey();
  const after = await signUp(service);
  expect(parts(after.accessToken).headerFields.kid).not.toBe(
    parts(before.accessToken).headerFields.kid,
  );
  expect((await ask(before.accessToken)).status).toBe(200);
  expect((await ask(after.accessToken)).status).toBe(200);
});

test("the claims are those that clients and policies read", async () => {
  const { email, accessToken: token } = await signUp(service);
  expect(parts(token).claims).toMatchObject({
    iss: `${siteUrl}/auth/v1`,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    aal: "aal1",
    amr: [{ method: "password" }],
    is_anonymous: false,
    app_metadata: { provider: "email", providers: ["email"] },
  });
});
