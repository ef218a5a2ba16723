import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { safeEqual } from "@platen/kit";
import type { Queryable } from "@platen/postgres/database";
import { text } from "../body";
import { AuthError, validationFailed } from "../errors";

/** Lifetime of a code until it is exchanged. */
const lifetimeSeconds = 300;

/** How a PKCE flow began; the resulting session records it as its authentication method. */
export type FlowMethod = "email/signup" | "recovery" | "magiclink" | "email_change" | "invite";

/** The challenge of RFC 7636 that a request may carry. */
export const challengeFields = {
  code_challenge: text(),
  code_challenge_method: text(),
};

export interface Challenge {
  challenge: string;
  method: "s256" | "plain";
}

const methodSchema = z.enum(["s256", "plain"]);

/**
 * The challenge of a request, or null when it has none. Throws 400 for an incomplete or malformed
 * challenge.
 */
export function readChallenge(body: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: named } = body;
  if (challenge === "" && named === "") return null;
  if (challenge === "" || named === "") {
    throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw validationFailed(
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  const method = methodSchema.safeParse(named.toLowerCase());
  if (!method.success) throw validationFailed("Unsupported code_challenge_method");
  return { challenge, method: method.data };
}

/** Stores a challenge until the mailed link is opened. Returns the flow's id. */
export async function beginFlow(
  db: Queryable,
  userId: string,
  flowMethod: FlowMethod,
  { challenge, method }: Challenge,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
       authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      id,
      userId,
      randomUUID(),
      method,
      challenge,
      flowMethod === "email/signup" ? "email" : flowMethod,
      flowMethod,
      now,
    ],
  );
  return id;
}

/**
 * The code that an opened link gives to the browser. Throws 400 when the flow does not exist.
 *
 * @param flow the link's own flow, or how it began: then the user's last one of that kind
 */
export async function issueAuthCode(
  db: Queryable,
  userId: string,
  flow: { id: string } | { method: FlowMethod },
  now: Date,
): Promise<string> {
  const [id, method] = "id" in flow ? [flow.id, null] : [null, flow.method];
  const rows = await db.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = $4, updated_at = $4
     where id = coalesce($2::uuid, (select id from auth.flow_state
       where user_id = $1 and authentication_method = $3 order by created_at desc limit 1))
     returning auth_code`,
    [userId, id, method, now],
  );
  const code = rows[0]?.auth_code;
  if (code) return code;
  throw new AuthError(
    400,
    "flow_state_not_found",
    "No associated flow state found. No valid flow state found for user.",
  );
}

/** The provider's tokens for the client; deleted once they are handed out. */
export interface ProviderTokens {
  provider_token?: string;
  provider_refresh_token?: string;
}

export interface RedeemedCode {
  userId: string;
  method: string;
  /** When the user signed in at their provider; null for now. */
  signedInAt: Date | null;
  providerTokens: ProviderTokens;
}

/**
 * Redeems a code, once. Throws 404, 422 or 400 when it is unknown, expired, or the verifier does
 * not match.
 */
export async function redeemAuthCode(
  db: Queryable,
  authCode: string,
  verifier: string,
  now: Date,
): Promise<RedeemedCode> {
  const rows = await db.query<{
    id: string;
    user_id: string | null;
    code_challenge: string | null;
    code_challenge_method: string | null;
    authentication_method: string;
    auth_code_issued_at: Date | null;
    provider_access_token: string | null;
    provider_refresh_token: string | null;
    signed_in_at: Date | null;
  }>(
    `select f.*, t.signed_in_at from auth.flow_state f
     left join auth.oauth_sign_in_times t on t.flow_id = f.id where f.auth_code = $1`,
    [authCode],
  );
  const flow = rows[0];
  // Issued only when the link was opened: before that, nothing proves that the mail arrived.
  if (!flow?.user_id || !flow.auth_code_issued_at) {
    throw new AuthError(
      404,
      "flow_state_not_found",
      "invalid flow state, no valid flow state found",
    );
  }
  if (now.getTime() > flow.auth_code_issued_at.getTime() + lifetimeSeconds * 1000) {
    throw new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  const response =
    flow.code_challenge_method === "s256"
      ? createHash("sha256").update(verifier).digest("base64url")
      : verifier;
  if (!flow.code_challenge || !safeEqual(response, flow.code_challenge)) {
    throw new AuthError(
      400,
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    );
  }
  await db.query("delete from auth.flow_state where id = $1", [flow.id]);
  const { provider_access_token: token, provider_refresh_token: refreshToken } = flow;
  return {
    userId: flow.user_id,
    method: flow.authentication_method,
    signedInAt: flow.signed_in_at,
    providerTokens: {
      ...(token && { provider_token: token }),
      ...(refreshToken && { provider_refresh_token: refreshToken }),
    },
  };
}
