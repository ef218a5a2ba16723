import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { requireNamedAccount } from "../accounts/anonymous";
import { audit } from "../audit/audit";
import { type Caller, lockCaller, requireCaller } from "../sessions/authentication";
import { readBody, text } from "../body";
import { AuthError, validationFailed } from "../errors";
import {
  challengeLifetimeSeconds,
  codeProof,
  type Proof,
  verifyFactor,
} from "../factors/factor-verification";
import {
  endHalfSessions,
  removeFactor,
  requireFactor,
  requireFreeName,
  requireSecondFactor,
} from "../factors/factors";
import { rememberDevice, secondFactorDevice } from "../limits/known-device";
import { type Attempt, limitByIp, takeAttempt } from "../limits/sign-in-and-mail-limits";
import type { AuthEnv, Client, Service } from "../service";
import { secondFactors, sessionBody, sessionFacts } from "../sessions/sessions";
import { createSecret } from "../factors/totp";
import type { Factor } from "../users/users";
import { matchesChallenge, webAuthnChallenge, webAuthnSchema } from "../factors/webauthn";

const enrolSchema = z.object({ factor_type: text(), friendly_name: text(), issuer: text() });
const verifySchema = z.object({
  challenge_id: z.guid(),
  code: text(),
  webauthn: webAuthnSchema.nullish(),
});

/** Lifetime of an unverified factor, and the maximum number of a user's factors. */
const unverifiedSeconds = 300;
const maxFactors = 10;

/** Routes of `/factors`: enroll, challenge, verify and remove second factors. */
export function factorRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.post("/factors", (c) => enrol(service, c));
  app.post("/factors/:id/challenge", (c) => challenge(service, c, c.req.param("id")));
  app.post("/factors/:id/verify", (c) => verify(service, c, c.req.param("id")));
  app.delete("/factors/:id", (c) => unenrol(service, c, c.req.param("id")));
  return app;
}

async function enrol(service: Service, c: Context<AuthEnv>): Promise<Response> {
  const { options } = service;
  const caller = await requireCaller(service, c);
  requireNamedAccount(caller);
  const body = await readBody(c.req.raw, enrolSchema);
  const type = requireKnownType(body.factor_type, options.webAuthn);
  if (body.issuer.length > 255) {
    throw validationFailed("issuer must not be longer than 255 characters");
  }
  const issuer = body.issuer || new URL(options.siteUrl).host;
  const totp = type === "totp" ? await createSecret(issuer, caller.user.email ?? "") : null;
  const factor = {
    id: randomUUID(),
    type,
    name: body.friendly_name,
    secret: totp?.secret ?? null,
  };
  await addFactor(service, caller, factor, c.get("client"));
  return c.json({
    id: factor.id,
    type,
    friendly_name: body.friendly_name,
    ...(totp && { totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri } }),
  });
}

interface NewFactor {
  id: string;
  type: "totp" | "webauthn";
  name: string;
  secret: string | null;
}

/** Adds an unverified factor, which replaces those that were never verified in their time. */
async function addFactor(
  { database, now }: Service,
  caller: Caller,
  { id, type, name, secret }: NewFactor,
  { ipAddress }: Client,
): Promise<void> {
  await database.transaction(async (db) => {
    const at = now();
    const current = await lockCaller(db, caller);
    const { user } = current;
    await db.query(
      "delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2",
      [user.id, new Date(at.getTime() - unverifiedSeconds * 1000)],
    );
    const others = await db.query<{ friendly_name: string | null }>(
      "select friendly_name from auth.mfa_factors where user_id = $1",
      [user.id],
    );
    requireFreeName(others, name);
    if (others.length >= maxFactors) {
      throw new AuthError(
        422,
        "too_many_enrolled_mfa_factors",
        "Maximum number of verified factors reached, unenroll to continue",
      );
    }
    requireSecondFactor(current, "enroll");
    await db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, $3, $6, 'unverified', $4, $5, $5)`,
      [id, user.id, name, secret, at, type],
    );
    const traits = { factor_id: id, factor_type: type };
    await audit(db, user, "factor_in_progress", { ipAddress, now: at, traits });
  });
}

async function challenge(service: Service, c: Context<AuthEnv>, id: string): Promise<Response> {
  const { user } = await requireCaller(service, c);
  const factor = requireFactor(user, id);
  const { ipAddress } = c.get("client");
  limitByIp(service.limits.factorChallenge, ipAddress);
  const challengeId = randomUUID();
  const at = service.now();
  const asked =
    factor.factor_type === "webauthn" ? await webAuthnChallenge(service, user, factor) : null;
  const data = asked && JSON.stringify({ challenge: asked.challenge, user_id: user.id });
  await service.database.transaction(async (db) => {
    await db.query(
      `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
       values ($1, $2, $3, $4, $5)`,
      [challengeId, factor.id, at, ipAddress, data],
    );
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await audit(db, user, "challenge_created", { ipAddress, now: at, traits });
  });
  return c.json({
    id: challengeId,
    type: factor.factor_type,
    ...(asked && { webauthn: asked.body }),
    expires_at: Math.floor(at.getTime() / 1000) + challengeLifetimeSeconds,
  });
}

async function verify(service: Service, c: Context<AuthEnv>, id: string): Promise<Response> {
  const caller = await requireCaller(service, c);
  const factor = requireFactor(caller.user, id);
  const client = c.get("client");
  limitByIp(service.limits.factorVerify, client.ipAddress);
  const body = await readBody(c.req.raw, verifySchema);
  const proof = readProof(service, caller, factor, body);
  const { factorCode, factorCodeFromDevice } = service.limits;
  const device = secondFactorDevice(service, c, caller.user, factor.id);
  // Nobody guesses signatures: counted, a thief's wrong ones would keep the owner's key out.
  const attempt =
    factor.factor_type === "webauthn"
      ? uncounted
      : takeAttempt({ limit: factorCodeFromDevice, device }, factorCode, factor.id);
  const { ipAddress } = client;
  const grant = await verifyFactor(service, caller, factor.id, proof, { ipAddress, attempt });
  rememberDevice(service, c, grant.user, { factorId: factor.id });
  return c.json(await sessionBody(service, grant));
}

async function unenrol(service: Service, c: Context<AuthEnv>, id: string): Promise<Response> {
  const { database, delivery, now } = service;
  const caller = await requireCaller(service, c);
  const dispatch = await database.transaction(async (db) => {
    const { user, session } = await lockCaller(db, caller);
    const factor = requireFactor(user, id);
    if (factor.status === "verified" && sessionFacts(session).aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    if (factor.status === "verified") await endHalfSessions(db, user.id, session.id);
    await removeFactor(db, factor.id);
    await audit(db, user, "factor_unenrolled", {
      ipAddress: c.get("client").ipAddress,
      now: now(),
      traits: { factor_id: factor.id, factor_status: factor.status, session_id: session.id },
    });
    const told = factor.status === "verified" ? user.email : null;
    return delivery.writeNotice(db, "mfa_factor_unenrolled_notification", told);
  });
  dispatch();
  return c.json({ id: id.toLowerCase() });
}

const uncounted: Attempt = { giveBack() {} };

function readProof(
  service: Service,
  { user }: Caller,
  factor: Factor,
  { challenge_id: challengeId, code, webauthn }: z.infer<typeof verifySchema>,
): Proof {
  if (factor.factor_type !== "webauthn") {
    if (code === "") throw validationFailed("Code needs to be non-empty");
    return codeProof(challengeId, code);
  }
  if (!webauthn) throw validationFailed("WebAuthn config required");
  return {
    challengeId,
    method: secondFactors.webauthn,
    refusal: "The security key's response is invalid",
    isRight: (db, current) =>
      matchesChallenge(service, db, { user, factor: current, challengeId }, webauthn),
  };
}

function requireKnownType(type: string, webAuthn: boolean): "totp" | "webauthn" {
  switch (type) {
    case "totp":
      return type;
    case "phone":
      throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
    case "webauthn":
      if (webAuthn) return type;
      throw new AuthError(
        422,
        "mfa_webauthn_enroll_not_enabled",
        "MFA enroll is disabled for WebAuthn",
      );
    default:
      throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  }
}
