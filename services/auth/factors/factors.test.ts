import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  goodPassword,
  newVisitor,
  secretKey,
  signUp,
  startTestService,
  type TestService,
  tokensOf,
} from "../testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const ask = (method: string, target: string, token: string, body?: object, visitor?: string) =>
  call(service.auth, method, target, { token, body, visitor });

const refresh = (token: string) =>
  call(service.auth, "POST", "token?grant_type=refresh_token", { body: { refresh_token: token } });

/** A user's authenticator app. */
class Authenticator {
  readonly id: string;
  readonly #totp: TOTP;

  constructor(id: string, secret: string) {
    this.id = id;
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
  }

  code(offsetSeconds = 0): string {
    return this.#totp.generate({ timestamp: service.now().getTime() + offsetSeconds * 1000 });
  }

  wrongCode(): string {
    const right = [-30, 0, 30].map((offset) => this.code(offset));
    return ["000000", "000001", "000002", "000003"].find((code) => !right.includes(code)) ?? "";
  }
}

async function enrol(token: string, name = "") {
  const { body } = await ask("POST", "factors", token, {
    factor_type: "totp",
    friendly_name: name,
  });
  const secret = /"secret":"([A-Z2-7]+)"/.exec(JSON.stringify(body))?.[1] ?? "";
  return { body, app: new Authenticator(String(body.id), secret) };
}

async function result(token: string, app: Authenticator, code = app.code()) {
  const visitor = newVisitor();
  const challenge = await ask("POST", `factors/${app.id}/challenge`, token, {}, visitor);
  return ask(
    "POST",
    `factors/${app.id}/verify`,
    token,
    { challenge_id: challenge.body.id, code },
    visitor,
  );
}

/** A user with a second factor, signed in with both. */
async function newPerson() {
  const first = await signUp(service);
  const { app } = await enrol(first.accessToken);
  const lifted = tokensOf(await result(first.accessToken, app));
  service.wait(30);
  return { email: first.email, first, app, ...lifted };
}

async function signIn(email: string) {
  return tokensOf(
    await call(service.auth, "POST", "token?grant_type=password", {
      body: { email, password: goodPassword },
    }),
  );
}

describe("enrolling", () => {
  test("returns a QR code that fits into a data URL, a secret and a URI", async () => {
    const { accessToken, email } = await signUp(service);
    const { body } = await enrol(accessToken, "Telephone");
    expect(body).toMatchObject({ type: "totp", friendly_name: "Telephone" });
    const { qr_code, secret, uri } = Object(body.totp);
    expect(qr_code).toMatch(/^<svg[^#]*<\/svg>$/s);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect(decodeURIComponent(uri)).toContain(`localhost:3000:${email}`);
  });

  test("refuses a second factor of the same name, an eleventh factor and unsupported types", async () => {
    const { accessToken } = await signUp(service);
    for (let count = 0; count < 10; count++) await enrol(accessToken, `factor ${count}`);
    expect((await enrol(accessToken, "factor 3")).body.code).toBe("mfa_factor_name_conflict");
    expect((await enrol(accessToken, "another")).body.code).toBe("too_many_enrolled_mfa_factors");
    for (const [kind, code] of [
      ["phone", "mfa_phone_enroll_not_enabled"],
      ["webauthn", "mfa_webauthn_enroll_not_enabled"],
      ["", "validation_failed"],
    ]) {
      const reply = await ask("POST", "factors", accessToken, { factor_type: kind });
      expect(reply.body.code).toBe(code);
    }
  });

  test("forgets an unverified factor after five minutes", async () => {
    const { accessToken } = await signUp(service);
    await enrol(accessToken, "Telephone");
    service.wait(301);
    expect((await enrol(accessToken, "Telephone")).body.type).toBe("totp");
  });

  test("requires the existing factor for another one", async () => {
    const { email, accessToken } = await newPerson();
    const { accessToken: passwordOnly } = await signIn(email);
    expect((await enrol(passwordOnly, "an intruder's")).body).toEqual({
      code: "insufficient_aal",
      message: "AAL2 required to enroll a new factor",
    });
    expect((await enrol(accessToken, "Tablet")).body.type).toBe("totp");
  });
});

describe("a code", () => {
  test("raises the session to aal2, and refreshing keeps it there", async () => {
    const { refreshToken } = await newPerson();
    const reply = await refresh(refreshToken);
    const claims = JSON.parse(
      Buffer.from(tokensOf(reply).accessToken.split(".")[1] ?? "", "base64url").toString(),
    );
    expect(claims.aal).toBe("aal2");
    expect(claims.amr.map(({ method }: { method: string }) => method)).toEqual([
      "totp",
      "password",
    ]);
  });

  test("is accepted once, so that an observed code is useless", async () => {
    const { email, app } = await newPerson();
    const code = app.code();
    const mine = await signIn(email);
    const theirs = await signIn(email);
    const visitor = newVisitor();
    const challenge = await ask(
      "POST",
      `factors/${app.id}/challenge`,
      theirs.accessToken,
      {},
      visitor,
    );
    expect((await result(mine.accessToken, app, code)).status).toBe(200);
    const third = await signIn(email);
    expect((await result(third.accessToken, app, code)).body).toEqual({
      code: "mfa_verification_failed",
      message: "Invalid TOTP code entered",
    });
    expect((await result(third.accessToken, app, app.code(-30))).status).toBe(422);
    // Their session had only the password, and ended when the user responded.
    const body = { challenge_id: challenge.body.id, code: app.code(30) };
    const late = await ask("POST", `factors/${app.id}/verify`, theirs.accessToken, body, visitor);
    expect(late.body.code).toBe("session_not_found");
  });

  test("may be one step early or late, and no more", async () => {
    const { email, app } = await newPerson();
    const attempt = async (offset: number) =>
      (await result((await signIn(email)).accessToken, app, app.code(offset))).status;
    expect(await attempt(-90)).toBe(422);
    expect(await attempt(90)).toBe(422);
    service.wait(60);
    expect(await attempt(-30)).toBe(200);
    expect(await attempt(30)).toBe(200);
  });

  test.each(["", "12345", "1234567", "abcdef", "12 456", "１２３４５６"])(
    "%j is refused",
    async (code) => {
      const { email, app } = await newPerson();
      const { status } = await result((await signIn(email)).accessToken, app, code);
      expect([400, 422]).toContain(status);
    },
  );

  test("can be guessed ten times, and no more", async () => {
    const { email, app } = await newPerson();
    const { accessToken } = await signIn(email);
    for (let count = 0; count < 10; count++) {
      expect((await result(accessToken, app, app.wrongCode())).status).toBe(422);
    }
    const reply = await result(accessToken, app);
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("a challenge", () => {
  test("belongs to the IP address that requested it, and is answered once", async () => {
    const { email, app } = await newPerson();
    const { accessToken } = await signIn(email);
    const visitor = newVisitor();
    const { body } = await ask("POST", `factors/${app.id}/challenge`, accessToken, {}, visitor);
    const verify = (from: string) =>
      ask(
        "POST",
        `factors/${app.id}/verify`,
        accessToken,
        { challenge_id: body.id, code: app.code() },
        from,
      );
    expect((await verify(newVisitor())).body.code).toBe("mfa_ip_address_mismatch");
    expect((await verify(visitor)).status).toBe(200);
    expect((await verify(visitor)).body.code).toBe("mfa_ip_address_mismatch");
  });

  test("expires after five minutes", async () => {
    const { email, app } = await newPerson();
    const { accessToken } = await signIn(email);
    const visitor = newVisitor();
    const { body } = await ask("POST", `factors/${app.id}/challenge`, accessToken, {}, visitor);
    service.wait(301);
    const verify = () =>
      ask(
        "POST",
        `factors/${app.id}/verify`,
        accessToken,
        { challenge_id: body.id, code: app.code() },
        visitor,
      );
    expect((await verify()).body.code).toBe("mfa_challenge_expired");
    expect((await verify()).body.code).toBe("mfa_factor_not_found");
  });

  test("of another user's factor does not exist", async () => {
    const { app } = await newPerson();
    const { accessToken } = await signUp(service);
    for (const path of [`factors/${app.id}/challenge`, "factors/not-a-uuid/challenge"]) {
      expect((await ask("POST", path, accessToken, {})).status).toBe(404);
    }
  });
});

describe("with a second factor", () => {
  test("a session with only the password cannot change password or email address", async () => {
    const { email } = await newPerson();
    const { accessToken } = await signIn(email);
    for (const change of [{ password: "a different sentence" }, { email: "x@mail.example" }]) {
      const reply = await ask("PUT", "user", accessToken, change);
      expect([reply.status, reply.body.code]).toEqual([401, "insufficient_aal"]);
    }
    expect((await ask("PUT", "user", accessToken, { data: { a: 1 } })).status).toBe(200);
  });

  test("the refresh token from before the code is invalid, also a moment later", async () => {
    const { accessToken, refreshToken } = await signUp(service);
    const { app } = await enrol(accessToken);
    const lifted = tokensOf(await result(accessToken, app));
    expect((await refresh(refreshToken)).body.code).toBe("refresh_token_not_found");
    expect((await refresh(lifted.refreshToken)).status).toBe(200);
  });

  test("removing it requires it, and lowers the sessions that used it", async () => {
    const { email, app, accessToken, refreshToken } = await newPerson();
    const { accessToken: passwordOnly } = await signIn(email);
    expect((await ask("DELETE", `factors/${app.id}`, passwordOnly)).body).toEqual({
      code: "insufficient_aal",
      message: "AAL2 required to unenroll verified factor",
    });
    expect((await ask("DELETE", `factors/${app.id}`, accessToken)).body).toEqual({ id: app.id });
    // The session that owes it belongs to someone who may have only the password.
    expect((await ask("GET", "user", passwordOnly)).body.code).toBe("session_not_found");
    const next = tokensOf(await refresh(refreshToken)).accessToken;
    expect(Buffer.from(next.split(".")[1] ?? "", "base64url").toString()).toContain('"aal":"aal1"');
    expect((await ask("PUT", "user", next, { password: "a different sentence" })).status).toBe(200);
  });

  test("the administrator can remove it after a lost phone", async () => {
    const { accessToken, app } = await newPerson();
    const { id } = (await ask("GET", "user", accessToken)).body;
    const admin = { key: secretKey, token: secretKey };
    const path = `admin/users/${String(id)}/factors`;
    const removed = await call(service.auth, "DELETE", `${path}/${app.id}`, admin);
    expect(removed.body).toMatchObject({ id: app.id, status: "verified", factor_type: "totp" });
    expect((await call(service.auth, "DELETE", `${path}/${app.id}`, admin)).status).toBe(404);
    expect((await ask("GET", "user", accessToken)).body).not.toHaveProperty("factors");
  });
});
