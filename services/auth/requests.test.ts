import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  goodPassword,
  secretKey,
  signUp,
  startTestService,
  type TestService,
} from "./testing/service";

// Refusals, with the hosted service's status, code and message.

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  token = (await signUp(service)).accessToken;
});
afterAll(() => service.close());

const email = "ada@mail.example";
const phone = "4915112345678";
const password = goodPassword;
const challenge = "c".repeat(43);

type Refusal = [body: object, status: number, code: string, message: string];

const refusals: Record<string, Refusal[]> = {
  signup: [
    [
      { email, phone, password },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on signup.",
    ],
    [{ phone, password }, 400, "phone_provider_disabled", "Phone signups are disabled"],
    [{ email }, 400, "validation_failed", "Signup requires a valid password"],
    [{}, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"],
    [
      { email: "ada", password },
      400,
      "validation_failed",
      "Unable to validate email address: invalid format",
    ],
    [
      { email, password, code_challenge: challenge },
      400,
      "validation_failed",
      "PKCE flow requires code_challenge_method and code_challenge",
    ],
  ],
  "token?grant_type=password": [
    [{ password }, 400, "validation_failed", "missing email or phone"],
    [
      { email, phone, password },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on login.",
    ],
    [{ phone, password }, 422, "phone_provider_disabled", "Phone logins are disabled"],
    [{ email, password }, 400, "invalid_credentials", "Invalid login credentials"],
  ],
  "token?grant_type=refresh_token": [
    [{ refresh_token: "" }, 400, "validation_failed", "Refresh token is not valid"],
    [
      { refresh_token: "abcdefghijkl" },
      400,
      "refresh_token_not_found",
      "Invalid Refresh Token: Refresh Token Not Found",
    ],
  ],
  "token?grant_type=pkce": [
    [
      { auth_code: randomUUID() },
      400,
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    ],
    [
      { auth_code: randomUUID(), code_verifier: challenge },
      404,
      "flow_state_not_found",
      "invalid flow state, no valid flow state found",
    ],
  ],
  "token?grant_type=magic": [[{}, 400, "invalid_credentials", "unsupported_grant_type"]],
  "token?grant_type=id_token": [
    [{}, 400, "provider_disabled", 'Provider (issuer "") is not enabled'],
  ],
  "token?grant_type=web3": [[{}, 422, "web3_provider_disabled", "Web3 provider is disabled"]],
  otp: [
    [
      { email, phone },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided",
    ],
    [
      { email, channel: "sms" },
      400,
      "validation_failed",
      "Channel should only be specified with Phone OTP",
    ],
    [{ phone }, 400, "phone_provider_disabled", "Unsupported phone provider"],
    [{}, 400, "validation_failed", "One of email or phone must be set"],
  ],
  magiclink: [[{}, 422, "validation_failed", "Password recovery requires an email"]],
  recover: [[{}, 400, "validation_failed", "Password recovery requires an email"]],
  resend: [
    [
      { type: "recovery", email },
      400,
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    ],
    [{ type: "signup" }, 400, "validation_failed", "Type provided requires an email address"],
    [{ type: "sms" }, 400, "validation_failed", "Type provided requires a phone number"],
    [
      { type: "signup", email, phone },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided.",
    ],
    [{ type: "email_change" }, 400, "validation_failed", "Missing email address or phone number"],
    [{ type: "sms", phone }, 400, "phone_provider_disabled", "Phone logins are disabled"],
  ],
  verify: [
    [{}, 400, "validation_failed", "Verify requires a verification type"],
    [{ type: "email" }, 400, "validation_failed", "Verify requires either a token or a token hash"],
    [
      { type: "email", token: "1", token_hash: "1" },
      400,
      "validation_failed",
      "Verify requires either a token or a token hash",
    ],
    [
      { type: "email", token_hash: "1", email },
      400,
      "validation_failed",
      "Only the token_hash and type should be provided",
    ],
    [
      { type: "email", token: "1" },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on verify",
    ],
    [
      { type: "email", token: "1", email, phone },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on verify",
    ],
    [{ type: "email", token: "1", email: "ada" }, 422, "validation_failed", "Invalid email format"],
    [{ type: "email", token: "1", email }, 403, "otp_expired", "Token has expired or is invalid"],
    [{ type: "sms", token: "1", phone }, 403, "otp_expired", "Token has expired or is invalid"],
    ...["phone", "0049151", "+49 (151)", "1".repeat(16)].map((mistyped): Refusal => [
      { type: "sms", token: "1", phone: mistyped },
      400,
      "validation_failed",
      "Invalid phone number format (E.164 required)",
    ]),
    [
      { type: "sms", token: "1", phone: "+49 151 12345678" },
      403,
      "otp_expired",
      "Token has expired or is invalid",
    ],
    [{ type: "none", token: "1", email }, 403, "otp_expired", "Token has expired or is invalid"],
    [
      { type: "email", token_hash: "1" },
      403,
      "otp_expired",
      "Email link is invalid or has expired",
    ],
    [
      { type: "none", token_hash: "1" },
      400,
      "validation_failed",
      "Invalid email verification type",
    ],
  ],
  sso: [[{}, 404, "saml_provider_disabled", "SAML 2.0 is disabled"]],
  "passkeys/authentication/options": [[{}, 404, "passkey_disabled", "Passkeys are disabled"]],
  "oauth/token": [[{}, 404, "feature_disabled", "OAuth server is disabled"]],
};

describe.each(Object.entries(refusals))("POST /%s", (target, cases) => {
  test.each(cases)("%j: %i %s", async (body, status, code, message) => {
    const reply = await call(service.auth, "POST", target, { body });
    expect(reply).toMatchObject({ status, body: { code, message } });
    expect(Object.keys(reply.body)).toEqual(["code", "message"]);
    expect(reply.headers.get("x-supabase-api-version")).toBe("2024-01-01");
    expect(reply.headers.get("x-sb-error-code")).toBe(code);
  });
});

describe("signed in", () => {
  test.each([
    ["GET", "user/identities/authorize?provider=github"],
    ["DELETE", `user/identities/${randomUUID()}`],
  ])("%s /%s is disabled", async (method, target) => {
    const asked = () => call(service.auth, method, target, { token });
    expect(await asked()).toMatchObject({
      status: 404,
      body: { code: "manual_linking_disabled", message: "Manual linking is disabled" },
    });
    expect((await call(service.auth, method, target)).status).toBe(401);
  });

  test("a phone number is validated before phone sign-in is refused", async () => {
    const invalid = { status: 400, body: { code: "validation_failed" } };
    const disabled = { status: 400, body: { code: "phone_provider_disabled" } };
    const mine = (number: string) =>
      call(service.auth, "PUT", "user", { token, body: { phone: number } });
    const administrators = (number: string) =>
      call(service.auth, "POST", "admin/users", {
        key: secretKey,
        token: secretKey,
        body: { phone: number },
      });
    for (const ask of [mine, administrators]) {
      expect(await ask("phone")).toMatchObject(invalid);
      expect(await ask(phone)).toMatchObject(disabled);
    }
  });

  test("a challenge must have an id", async () => {
    const { body } = await call(service.auth, "POST", "factors", {
      token,
      body: { factor_type: "totp" },
    });
    expect(body).not.toHaveProperty("friendly_name", expect.stringMatching(/./));
    const verify = (challenge: unknown) =>
      call(service.auth, "POST", `factors/${String(body.id)}/verify`, {
        token,
        body: { challenge_id: challenge, code: "123456" },
      });
    expect(await verify("x")).toMatchObject({ status: 400, body: { code: "bad_json" } });
    expect(await verify(randomUUID())).toMatchObject({
      status: 422,
      body: {
        code: "mfa_factor_not_found",
        message: "MFA factor with the provided challenge ID not found",
      },
    });
    const me = await call(service.auth, "GET", "user", { token });
    expect(me.body.factors).toEqual([
      expect.not.objectContaining({ friendly_name: expect.anything() }),
    ]);
  });
});

test("a link of an unknown type leads to the site with an error, like a used one", async () => {
  const opened = (type: string) =>
    call(service.auth, "GET", `verify?token=1&type=${type}`, { key: null });
  const unknown = await opened("none");
  expect(unknown.status).toBe(303);
  expect(unknown.headers.get("location")).toBe(
    "http://localhost:3000/#error=invalid_request&error_code=validation_failed&error_description=Invalid+email+verification+type&sb=",
  );
  const spent = await opened("signup");
  expect(spent.headers.get("location")).toBe(
    "http://localhost:3000/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=",
  );
});

test("the refusal of an oversized body names the limit", async () => {
  const body = { email, password: "x".repeat(1024 * 1024) };
  expect(await call(service.auth, "POST", "signup", { body })).toMatchObject({
    status: 413,
    body: {
      code: "request_entity_too_large",
      message: "Request body too large (max 1048576 bytes)",
    },
  });
});
