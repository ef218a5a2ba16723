import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import type { Author } from "@platen/content-lake";
import type { Database } from "@platen/postgres/database";
import { can } from "@domain/accounts/permissions";
import { roles } from "@domain/accounts/viewer";

const profiles = z.array(z.object({ role: z.enum(roles), closesAt: z.date().nullable() }));

/**
 * Whether an author of the lake may publish now, by the accounts' database: a user may have lost
 * the role, or may be banned, closed or deleted, since they wrote.
 *
 * @throws DatabaseError when the database does not respond
 */
export async function mayPublish(accounts: Database, author: Author | undefined): Promise<boolean> {
  if (author?.kind === "machine") return true;
  if (author?.kind === "script") return author.mayWrite;
  const id = uuid.safeParse(author?.id);
  if (!id.success) return false;
  const rows = await accounts.transaction(async (tx) => {
    // A hosted project's login has no permissions of its own.
    await tx.query("select set_config('role', 'service_role', true)");
    return tx.query(
      `select role, closes_at as "closesAt" from public.profiles
       where id = $1 and deleted_at is null and coalesce(banned_until <= now(), true)`,
      [id.data],
    );
  });
  return profiles.parse(rows).some((profile) => can(profile, "studio.open"));
}
