import { and, inArray, isNull } from "drizzle-orm";
import { serviceKeys } from "@domain/database/tables.server";
import type { ServiceTx } from "@domain/database/transactions.server";
import { hashSecretKey } from "@platen/kit";
import { longAgo, noteUseIn } from "./last-used.server";

/** The service keys that work, of those with these hashes. */
export const readServiceKeys = (tx: ServiceTx, hashes: readonly string[]) =>
  tx
    .select({
      id: serviceKeys.id,
      hash: serviceKeys.hash,
      usedLongAgo: longAgo(serviceKeys.lastUsedAt),
    })
    .from(serviceKeys)
    .where(and(inArray(serviceKeys.hash, [...new Set(hashes)]), isNull(serviceKeys.revokedAt)));

/** Whether that is a service key that works. Records its use. */
export async function admitService(tx: ServiceTx, secret: string): Promise<boolean> {
  const [service] = await readServiceKeys(tx, [hashSecretKey(secret)]);
  if (service?.usedLongAgo) await noteUseIn(tx, serviceKeys, [service.id]);
  return service !== undefined;
}
