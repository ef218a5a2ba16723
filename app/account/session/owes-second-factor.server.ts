import { sql } from "drizzle-orm";
import { z } from "zod";
import { withUser } from "@domain/database/database.server";
import type { Claims } from "@domain/accounts/claims";

const owing = z.array(z.object({ owes: z.boolean() }));

/**
 * Whether these claims lack the user's second factor: then row-level security shows them nothing.
 */
export async function owesSecondFactor(claims: Claims): Promise<boolean> {
  const rows = await withUser(claims, (tx) =>
    tx.execute(sql`select public.owes_second_factor() as owes`),
  );
  return owing.parse(rows)[0]?.owes ?? false;
}
