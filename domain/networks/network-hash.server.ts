import { createHmac, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { endSiteOf } from "@platen/kit";
import { withService } from "@domain/database/database.server";
import { networkKeys } from "@domain/database/tables.server";

/** The key of the day, so that it is read once a day and not for each like. */
let current: { day: string; key: Promise<string> } | null = null;

/**
 * The visitor's network as tables may hold it: a hash with the key of the day (UTC), which is
 * deleted two days later (`retention.server.ts`). The same network has another hash each day. Not
 * within a transaction: a key that was rolled back with it would be in use, and in no table.
 *
 * @returns 64 hexadecimal digits
 */
export async function networkHash(clientIp: string): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  if (current?.day !== day) current = { day, key: keyOf(day) };
  const { key } = current;
  try {
    return createHmac("sha256", await key)
      .update(endSiteOf(clientIp))
      .digest("hex");
  } catch (error) {
    // The next request tries again.
    if (current?.key === key) current = null;
    throw error;
  }
}

function keyOf(day: string): Promise<string> {
  const made = randomBytes(32).toString("hex");
  return withService(async (tx) => {
    await tx.insert(networkKeys).values({ day, key: made }).onConflictDoNothing();
    const [stored] = await tx.select().from(networkKeys).where(eq(networkKeys.day, day));
    return stored?.key ?? made;
  });
}
