import { eq, sql } from "drizzle-orm";
import { safeEqual } from "@platen/kit";
import { environment } from "@domain/environment.server";
import { record } from "@domain/audit/audit.server";
import { authService } from "@domain/auth-service/auth-service.server";
import { withService } from "@domain/database/database.server";
import type { ServiceError } from "@domain/auth-service/auth-error-messages";
import { firstAdmin, profiles } from "@domain/database/tables.server";

/** Whether the site has no administrator yet, so that the set-up link must be printed. */
export async function firstAdminIsMissing(): Promise<boolean> {
  const admins = await withService((tx) =>
    tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.role, "Admin")).limit(1),
  );
  return admins.length === 0;
}

/**
 * Whether this is the token of the set-up link that this start printed, compared in constant time.
 */
export function isSetupToken(candidate: string | null): boolean {
  const expected = environment.SETUP_TOKEN;
  return expected && candidate ? safeEqual(candidate, expected) : false;
}

/**
 * Creates the account of the first administrator. Two simultaneous openings of the link create one:
 * the first insert of the row in `first_admin` wins. A claim whose owner died half-way is free
 * again after a minute.
 *
 * @param ipAddress the IP address of the request, for the audit log
 * @returns null when done, else why not.
 */
export async function createFirstAdmin(
  account: { email: string; password: string; fullName: string },
  ipAddress: string,
): Promise<ServiceError | null> {
  if (!(await claim())) {
    return { name: "Taken", message: "This site already has its first administrator." };
  }
  const { data, error } = await authService().admin.createUser({
    email: account.email,
    password: account.password,
    email_confirm: true,
    user_metadata: { full_name: account.fullName },
  });
  if (error || !data.user) {
    await withService((tx) => tx.delete(firstAdmin));
    return error ?? { name: "Unknown", message: "" };
  }
  const { id } = data.user;
  await withService(async (tx) => {
    await tx
      .update(profiles)
      .set({ role: "Admin", fullName: account.fullName })
      .where(eq(profiles.id, id));
    await tx.update(firstAdmin).set({ userId: id });
    await record(
      tx,
      { id, name: account.email, ipAddress },
      { action: "site.setup", subject: { id, email: account.email }, after: { role: "Admin" } },
    );
  });
  return null;
}

async function claim(): Promise<boolean> {
  const taken = await withService((tx) =>
    tx.execute(sql`
      insert into first_admin (only_row)
      select true where not exists (select 1 from profiles where role = 'Admin')
      on conflict (only_row) do update set claimed_at = now()
        where first_admin.user_id is null and first_admin.claimed_at < now() - interval '1 minute'
      returning 1`),
  );
  return taken.length > 0;
}
