import { Secret, TOTP } from "otpauth";
import { toString as drawQrCode } from "qrcode";
import type { Queryable } from "@platen/postgres/database";

const periodSeconds = 30;

const generator = (secret: Secret, label = "", issuer = "") =>
  new TOTP({ issuer, label, algorithm: "SHA1", digits: 6, period: periodSeconds, secret });

export interface NewSecret {
  /** Base32, for typing. */
  secret: string;
  /** For authenticator apps: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
  uri: string;
  /** An SVG picture of the URI. */
  qrCode: string;
}

/** A secret of 160 bits (RFC 4226, section 4). */
export async function createSecret(issuer: string, account: string): Promise<NewSecret> {
  const totp = generator(new Secret({ size: 20 }), account, issuer);
  const uri = totp.toString();
  const svg = await drawQrCode(uri, { type: "svg" });
  // auth-js puts the picture into a data URL unescaped, which a "#" would truncate.
  const qrCode = svg.replaceAll("#ffffff", "white").replaceAll("#000000", "black").trim();
  return { secret: totp.secret.base32, uri, qrCode };
}

/** The time step of this code, with one step of clock skew allowed; null for a wrong code. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  // An imported secret may have been encrypted at its source.
  if (!/^\d{6}$/.test(code) || !/^[A-Z2-7]+=*$/i.test(secret)) return null;
  const timestamp = now.getTime();
  const delta = generator(Secret.fromBase32(secret)).validate({
    token: code,
    timestamp,
    window: 1,
  });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/**
 * Uses up a step for a factor. False when it, or a later one, was used before: then the code is
 * replayed.
 */
export async function takeStep(db: Queryable, factorId: string, step: number): Promise<boolean> {
  const taken = await db.query(
    `insert into auth.mfa_totp_steps as known (factor_id, last_step) values ($1, $2)
     on conflict (factor_id) do update set last_step = excluded.last_step where known.last_step < excluded.last_step
     returning 1`,
    [factorId, step],
  );
  return taken.length > 0;
}
