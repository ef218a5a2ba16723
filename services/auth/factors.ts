import type { Queryable } from "../postgres/database";
import { AuthError } from "./errors";
import { isUuid } from "./identifiers";
import type { Factor, User } from "./users";

/** The factor of a path. Throws 404 when the person has none of that id. */
export function requireFactor(user: User, id: string): Factor {
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const factor = user.factors.find((candidate) => candidate.id === id.toLowerCase());
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

/** Removes a factor; the sessions that it had lifted to aal2 are worth aal1 again. */
export async function removeFactor(db: Queryable, factorId: string): Promise<void> {
  await db.query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factorId],
  );
  await db.query("update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1", [
    factorId,
  ]);
  await db.query("delete from auth.mfa_factors where id = $1", [factorId]);
}
