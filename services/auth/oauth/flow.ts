import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { safeEqual } from "@platen/kit";
import type { Queryable } from "@platen/postgres/database";
import { AuthError } from "../errors";
import type { Challenge } from "./flow-state";
import { isUuid } from "../users/email-and-phone";
import type { ProviderAccount } from "./provider";

/** Time limit for signing in at the provider. */
export const flowSeconds = 600;

/** A sign-in that has returned from its provider. */
export interface OAuthFlow {
  id: string;
  provider: string;
  verifier: string;
  redirectTo: string;
  /** Whether the client exchanges a code at the end, or reads a session from the fragment. */
  exchangesCode: boolean;
}

/**
 * Stores a sign-in that is redirected to its provider. Its id is the `state`; the verifier never
 * leaves the server.
 */
export async function beginOAuthFlow(
  db: Queryable,
  {
    provider,
    redirectTo,
    challenge,
  }: {
    provider: string;
    redirectTo: string;
    challenge: Challenge | null;
  },
  now: Date,
): Promise<{ id: string; verifier: string }> {
  const id = randomUUID();
  const clientState = randomUUID();
  const verifier = randomBytes(32).toString("base64url");
  await db.query(
    "insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values ($1, $2, $3, $4)",
    [clientState, provider, verifier, now],
  );
  await db.query(
    `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
       authentication_method, referrer, oauth_client_state_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'oauth', $6, $7, $8, $8)`,
    [
      id,
      randomUUID(),
      challenge?.method ?? null,
      challenge?.challenge ?? null,
      provider,
      redirectTo,
      clientState,
      now,
    ],
  );
  return { id, verifier };
}

/**
 * The secret of the browser that began a flow. Without it, an attacker could send their own
 * half-finished sign-in to a victim, who would then work in the attacker's account.
 */
export const browserSecret = (secret: string, flowId: string) =>
  createHmac("sha256", secret).update(`flow ${flowId}`).digest("base64url");

/**
 * Resumes a flow, once: its state is spent, whatever the outcome. Throws 400 when it is missing,
 * unknown, spent, expired, or another browser's.
 */
export async function resumeOAuthFlow(
  db: Queryable,
  { state, cookie, secret }: { state: string; cookie: string | undefined; secret: string },
  now: Date,
): Promise<OAuthFlow> {
  if (state === "") {
    throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  }
  const invalid = () => new AuthError(400, "bad_oauth_state", "OAuth callback with invalid state");
  if (!isUuid(state) || !cookie || !safeEqual(cookie, browserSecret(secret, state))) {
    throw invalid();
  }
  const rows = await db.query<{
    provider_type: string;
    code_verifier: string;
    referrer: string;
    code_challenge: string | null;
    created_at: Date;
  }>(
    `delete from auth.oauth_client_states s using auth.flow_state f
     where f.id = $1 and s.id = f.oauth_client_state_id
     returning f.provider_type, s.code_verifier, f.referrer, f.code_challenge, f.created_at`,
    [state],
  );
  const flow = rows[0];
  if (!flow) throw invalid();
  if (now.getTime() > flow.created_at.getTime() + flowSeconds * 1000) {
    throw new AuthError(400, "bad_oauth_state", "OAuth state has expired");
  }
  return {
    id: state,
    provider: flow.provider_type,
    verifier: flow.code_verifier,
    redirectTo: flow.referrer,
    exchangesCode: flow.code_challenge !== null,
  };
}

/**
 * Stores who has signed in, and the provider's tokens that the client then gets.
 *
 * @returns the code that the client exchanges for the session
 * @throws AuthError 400 when the flow has been deleted meanwhile
 */
export async function completeOAuthFlow(
  db: Queryable,
  flowId: string,
  person: { userId: string } & Pick<ProviderAccount, "accessToken" | "refreshToken" | "signedInAt">,
  now: Date,
): Promise<string> {
  const rows = await db.query<{ auth_code: string }>(
    `update auth.flow_state set user_id = $2, provider_access_token = $3, provider_refresh_token = $4,
       auth_code_issued_at = $5, updated_at = $5
     where id = $1 returning auth_code`,
    [flowId, person.userId, person.accessToken, person.refreshToken, now],
  );
  const code = rows[0]?.auth_code;
  if (code && person.signedInAt) {
    await db.query(
      "insert into auth.oauth_sign_in_times (flow_id, signed_in_at) values ($1, $2) on conflict (flow_id) do nothing",
      [flowId, person.signedInAt],
    );
  }
  if (!code) throw new AuthError(400, "flow_state_not_found", "The sign-in took too long");
  return code;
}
