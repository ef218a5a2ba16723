import { desc, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { withAdministrator } from "@domain/database/database.server";
import type { Administrator } from "@domain/accounts/administrator";
import { profiles } from "@domain/database/tables.server";

const counted = z.array(
  z.object({
    users: z.coerce.number(),
    new_users: z.coerce.number(),
    unconfirmed: z.coerce.number(),
    banned: z.coerce.number(),
    waiting_requests: z.coerce.number(),
    administrators: z.coerce.number(),
  }),
);

/** The start page of the administration: current counts, and the newest accounts. */
export function readOverview({ claims }: Administrator, newest: number) {
  return withAdministrator(claims, async (tx) => {
    // One by one, so that each query uses the index that it has.
    const rows = await tx.execute(sql`select
      (select count(*) from public.profiles where deleted_at is null) as users,
      (select count(*) from public.profiles
        where deleted_at is null and created_at > now() - interval '7 days') as new_users,
      (select count(*) from public.profiles where deleted_at is null and confirmed_at is null) as unconfirmed,
      (select count(*) from public.profiles where deleted_at is null and banned_until > now()) as banned,
      (select count(*) from public.plan_requests where state = 'waiting') as waiting_requests,
      (select count(*) from public.profiles where deleted_at is null and role = 'Admin') as administrators`);
    const [figures] = counted.parse([...rows]);
    if (!figures) throw new Error("The count returned no row.");
    const newestUsers = await tx
      .select({
        id: profiles.id,
        email: profiles.email,
        fullName: profiles.fullName,
        createdAt: profiles.createdAt,
      })
      .from(profiles)
      .where(isNull(profiles.deletedAt))
      .orderBy(desc(profiles.createdAt), desc(profiles.id))
      .limit(newest);
    return { figures, newestUsers };
  });
}
