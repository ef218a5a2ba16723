import { createHmac, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { endSiteOf } from "@platen/kit";
import { networkKeys } from "@domain/database/tables.server";
import type { ServiceTx } from "@domain/database/transactions.server";

/** The key of the day, so that it is read once a day and not for each like. */
let current: { day: string; key: string } | null = null;

/**
 * The visitor's network as tables may hold it: a hash with the key of the day (UTC), which is
 * deleted two days later (`retention.server.ts`). The same network has another hash each day.
 *
 * @returns 64 hexadecimal digits
 */
export async function networkHash(tx: ServiceTx, clientIp: string): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  if (current?.day !== day) current = { day, key: await keyOf(tx, day) };
  return createHmac("sha256", current.key).update(endSiteOf(clientIp)).digest("hex");
}

async function keyOf(tx: ServiceTx, day: string): Promise<string> {
  const made = randomBytes(32).toString("hex");
  await tx.insert(networkKeys).values({ day, key: made }).onConflictDoNothing();
  const [stored] = await tx.select().from(networkKeys).where(eq(networkKeys.day, day));
  return stored?.key ?? made;
}
