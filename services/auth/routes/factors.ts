import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { audit } from "../audit";
import { type Caller, requireCaller } from "../authentication";
import { readBody, text } from "../body";
import { AuthError, validationFailed } from "../errors";
import { challengeLifetimeSeconds, verifyFactor } from "../factor-verification";
import { removeFactor, requireFactor, requireFreeName } from "../factors";
import { limitByIp } from "../rate-limit";
import type { AuthEnv, Service } from "../service";
import { sessionBody, sessionFacts } from "../sessions";
import { createSecret } from "../totp";
import { hasVerifiedFactor } from "../users";

const enrolShape = z.object({ factor_type: text(), friendly_name: text(), issuer: text() });
const verifyShape = z.object({ challenge_id: z.guid(), code: text() });

/** How long a factor may wait for its first code, and how many a person may have. */
const unverifiedSeconds = 300;
const maxFactors = 10;

export function factorRoutes(service: Service): Hono<AuthEnv> {
  const { limits, database, delivery, options, now } = service;
  const app = new Hono<AuthEnv>();

  app.post("/factors", async (c) => {
    const caller = await requireCaller(service, c);
    const body = await readBody(c.req.raw, enrolShape);
    requireTotp(body.factor_type);
    if (body.issuer.length > 255) {
      throw validationFailed("issuer must not be longer than 255 characters");
    }
    const { user } = caller;
    const issuer = body.issuer || new URL(options.siteUrl).host;
    const { secret, uri, qrCode } = await createSecret(issuer, user.email ?? "");
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
         values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5)`,
        [id, user.id, body.friendly_name, secret, at],
      );
      await audit(db, user, "factor_in_progress", {
        address: c.get("origin").address,
        now: at,
        traits: { factor_id: id },
      });
    });
    return c.json({
      id,
      type: "totp",
      friendly_name: body.friendly_name,
      totp: { qr_code: qrCode, secret, uri },
    });
  });

  app.post("/factors/:id/challenge", async (c) => {
    const { user } = await requireCaller(service, c);
    const factor = requireFactor(user, c.req.param("id"));
    const { address } = c.get("origin");
    limitByIp(limits.factorChallenge, address);
    const id = randomUUID();
    const at = now();
    await database.transaction(async (db) => {
      await db.query(
        "insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)",
        [id, factor.id, at, address],
      );
      const traits = { factor_id: factor.id, factor_status: factor.status };
      await audit(db, user, "challenge_created", { address, now: at, traits });
    });
    const expiresAt = Math.floor(at.getTime() / 1000) + challengeLifetimeSeconds;
    return c.json({ id, type: "totp", expires_at: expiresAt });
  });

  app.post("/factors/:id/verify", async (c) => {
    const caller = await requireCaller(service, c);
    const factor = requireFactor(caller.user, c.req.param("id"));
    const origin = c.get("origin");
    limitByIp(limits.factorVerify, origin.address);
    const body = await readBody(c.req.raw, verifyShape);
    if (body.code === "") throw validationFailed("Code needs to be non-empty");
    const grant = await verifyFactor(service, caller, factor, body, origin);
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

function requireTotp(type: string): void {
  switch (type) {
    case "totp":
      return;
    case "phone":
      throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
    case "webauthn":
      throw new AuthError(
        422,
        "mfa_webauthn_enroll_not_enabled",
        "MFA enroll is disabled for WebAuthn",
      );
    default:
      throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  }
}

/** Who has only the password must not add a factor of their own beside the person's. */
function requireSecondFactor({ user, session }: Caller): void {
  if (!hasVerifiedFactor(user) || sessionFacts(session).aal === "aal2") return;
  throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
}
