import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { requirePerson } from "../anonymous";
import { audit } from "../audit";
import { type Caller, requireCaller } from "../authentication";
import { readBody, text } from "../body";
import { AuthError, validationFailed } from "../errors";
import {
  challengeLifetimeSeconds,
  codeProof,
  type Proof,
  verifyFactor,
} from "../factor-verification";
import { removeFactor, requireFactor, requireFreeName } from "../factors";
import { limitByIp } from "../rate-limit";
import type { AuthEnv, Service } from "../service";
import { secondFactors, sessionBody, sessionFacts } from "../sessions";
import { createSecret } from "../totp";
import { type Factor, hasVerifiedFactor } from "../users";
import { answersChallenge, webAuthnChallenge, webAuthnShape } from "../webauthn";

const enrolShape = z.object({ factor_type: text(), friendly_name: text(), issuer: text() });
const verifyShape = z.object({
  challenge_id: z.guid(),
  code: text(),
  webauthn: webAuthnShape.nullish(),
});

/** Lifetime of an unverified factor, and the maximum number of a user's factors. */
const unverifiedSeconds = 300;
const maxFactors = 10;

export function factorRoutes(service: Service): Hono<AuthEnv> {
  const { limits, database, delivery, options, now } = service;
  const app = new Hono<AuthEnv>();

  app.post("/factors", async (c) => {
    const caller = await requireCaller(service, c);
    requirePerson(caller);
    const body = await readBody(c.req.raw, enrolShape);
    const type = requireKnownType(body.factor_type, options.webAuthn);
    if (body.issuer.length > 255) {
      throw validationFailed("issuer must not be longer than 255 characters");
    }
    const { user } = caller;
    const issuer = body.issuer || new URL(options.siteUrl).host;
    const totp = type === "totp" ? await createSecret(issuer, user.email ?? "") : null;
    const id = randomUUID();
    await database.transaction(async (db) => {
      const at = now();
      await db.query(
        "delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2",
        [user.id, new Date(at.getTime() - unverifiedSeconds * 1000)],
      );
      const others = await db.query<{ friendly_name: string | null }>(
        "select friendly_name from auth.mfa_factors where user_id = $1",
        [user.id],
      );
      requireFreeName(others, body.friendly_name);
      if (others.length >= maxFactors) {
        throw new AuthError(
          422,
          "too_many_enrolled_mfa_factors",
          "Maximum number of verified factors reached, unenroll to continue",
        );
      }
      requireSecondFactor(caller);
      await db.query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
         values ($1, $2, $3, $6, 'unverified', $4, $5, $5)`,
        [id, user.id, body.friendly_name, totp?.secret ?? null, at, type],
      );
      await audit(db, user, "factor_in_progress", {
        address: c.get("origin").address,
        now: at,
        traits: { factor_id: id, factor_type: type },
      });
    });
    return c.json({
      id,
      type,
      friendly_name: body.friendly_name,
      ...(totp && { totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri } }),
    });
  });

  app.post("/factors/:id/challenge", async (c) => {
    const { user } = await requireCaller(service, c);
    const factor = requireFactor(user, c.req.param("id"));
    const { address } = c.get("origin");
    limitByIp(limits.factorChallenge, address);
    const id = randomUUID();
    const at = now();
    const asked =
      factor.factor_type === "webauthn" ? await webAuthnChallenge(service, user, factor) : null;
    await database.transaction(async (db) => {
      await db.query(
        `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
         values ($1, $2, $3, $4, $5)`,
        [
          id,
          factor.id,
          at,
          address,
          asked && JSON.stringify({ challenge: asked.challenge, user_id: user.id }),
        ],
      );
      const traits = { factor_id: factor.id, factor_status: factor.status };
      await audit(db, user, "challenge_created", { address, now: at, traits });
    });
    const expiresAt = Math.floor(at.getTime() / 1000) + challengeLifetimeSeconds;
    return c.json({
      id,
      type: factor.factor_type,
      ...(asked && { webauthn: asked.body }),
      expires_at: expiresAt,
    });
  });

  app.post("/factors/:id/verify", async (c) => {
    const caller = await requireCaller(service, c);
    const factor = requireFactor(caller.user, c.req.param("id"));
    const origin = c.get("origin");
    limitByIp(limits.factorVerify, origin.address);
    const body = await readBody(c.req.raw, verifyShape);
    const proof = readProof(service, caller, factor, body);
    const grant = await verifyFactor(service, caller, factor, proof, origin);
    return c.json(await sessionBody(service, grant));
  });

  app.delete("/factors/:id", async (c) => {
    const { user, session } = await requireCaller(service, c);
    const factor = requireFactor(user, c.req.param("id"));
    if (factor.status === "verified" && sessionFacts(session).aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    const dispatch = await database.transaction(async (db) => {
      await removeFactor(db, factor.id);
      await audit(db, user, "factor_unenrolled", {
        address: c.get("origin").address,
        now: now(),
        traits: { factor_id: factor.id, factor_status: factor.status, session_id: session.id },
      });
      const told = factor.status === "verified" ? user.email : null;
      return delivery.writeNotice(db, "mfa_factor_unenrolled_notification", told);
    });
    dispatch();
    return c.json({ id: factor.id });
  });

  return app;
}

function readProof(
  service: Service,
  { user }: Caller,
  factor: Factor,
  { challenge_id: challengeId, code, webauthn }: z.infer<typeof verifyShape>,
): Proof {
  if (factor.factor_type !== "webauthn") {
    if (code === "") throw validationFailed("Code needs to be non-empty");
    return codeProof(factor, challengeId, code);
  }
  if (!webauthn) throw validationFailed("WebAuthn config required");
  return {
    challengeId,
    method: secondFactors.webauthn,
    refusal: "The answer of the security key does not fit",
    isRight: (db) => answersChallenge(service, db, { user, factor, challengeId }, webauthn),
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

/** Someone who has only the password must not add a factor to the user's. */
function requireSecondFactor({ user, session }: Caller): void {
  if (!hasVerifiedFactor(user) || sessionFacts(session).aal === "aal2") return;
  throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
}
