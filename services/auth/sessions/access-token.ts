import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { AuthError } from "../errors";
import type { Service } from "../service";
import type { User } from "../users/users";

export type AssuranceLevel = "aal1" | "aal2";

/** How a session was authenticated, newest first. */
export interface AuthenticationMethod {
  method: string;
  /** Unix seconds. */
  timestamp: number;
}

export interface SessionFacts {
  id: string;
  aal: AssuranceLevel;
  amr: AuthenticationMethod[];
}

const claimsSchema = z.object({
  sub: z.string().default(""),
  role: z.string().default(""),
  session_id: z.string().default(""),
  is_anonymous: z.boolean().default(false),
});

export type AccessClaims = z.infer<typeof claimsSchema>;

/** A signed token and its expiry in Unix seconds. */
export async function signAccessToken(
  { keys, options, now }: Service,
  user: User,
  session: SessionFacts,
): Promise<{ token: string; expiresAt: number }> {
  const { kid, privateKey } = keys.current();
  const issuedAt = Math.floor(now().getTime() / 1000);
  const expiresAt = issuedAt + options.accessTokenSeconds;
  const token = await new SignJWT({
    iss: options.issuer,
    sub: user.id,
    aud: user.aud ?? "",
    iat: issuedAt,
    exp: expiresAt,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? "",
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .sign(privateKey);
  return { token, expiresAt };
}

/**
 * The claims of a token that this service signed and that has not expired. Throws 403 `bad_jwt` for
 * any other. We choose the algorithm, never the token: `none`, or a public key used as an HMAC
 * secret, is refused.
 */
export async function verifyAccessToken(
  { keys, options, now }: Service,
  token: string,
): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.publicKey(kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: ["ES256"],
        issuer: options.issuer,
        requiredClaims: ["exp"],
        currentDate: now(),
      },
    );
    return claimsSchema.parse(payload);
  } catch (error) {
    const why =
      error instanceof errors.JWTExpired
        ? "token is expired"
        : error instanceof errors.JOSEError
          ? error.message
          : "malformed claims";
    throw new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${why}`);
  }
}
