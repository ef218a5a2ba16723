import type { Queryable } from "@platen/postgres/database";
import { AuthError } from "../errors";
import type { Requester } from "../passwords/hashing-queue";
import type { Admission } from "../mail/delivery";
import { isDisputed } from "./pending-sign-ups";
import type { Service } from "../service";
import type { User } from "../users/users";

/** Whether the mail of a sign-up may be sent; both are null where sign-ups confirm themselves. */
export interface MailAdmission {
  admission: Admission | null;
  /** Why no mail may be sent now. */
  refusal: AuthError | null;
}

/**
 * Requests the mail of a sign-up. A limit is returned, not thrown, because the sign-up may count
 * all the same.
 */
export function admitMail(
  { delivery }: Service,
  email: string,
  requester: Requester,
): MailAdmission {
  if (delivery.autoconfirm) return { admission: null, refusal: null };
  try {
    return { admission: delivery.admit("confirmation", email, requester), refusal: null };
  } catch (error) {
    if (error instanceof AuthError && error.status === 429) {
      return { admission: null, refusal: error };
    }
    throw error;
  }
}

/**
 * Whether a sign-up without a mail must be recorded: once, so that the confirmation of someone
 * else's sign-up a moment earlier is disputed. Otherwise its link would give that sign-up's
 * password to the owner, whose own sign-up was refused. With the same password it is the same
 * person's, who pressed twice. It makes no account beyond the limits of mails.
 */
export async function mustRecordDispute(
  db: Queryable,
  existing: User | undefined,
  passwordHash: string,
  { details }: AuthError,
): Promise<boolean> {
  if (!existing) return details.mailboxHasMail === true;
  if (existing.email_confirmed_at !== null || (await isDisputed(db, existing.id))) return false;
  const same = await db.query(
    "select from auth.pending_sign_ups where user_id = $1 and encrypted_password = $2 limit 1",
    [existing.id, passwordHash],
  );
  return same.length === 0;
}
