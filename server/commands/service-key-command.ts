import type { ServiceTx } from "@domain/database/transactions.server";
import {
  createServiceKey,
  listServiceKeys,
  revokeServiceKey,
} from "@domain/api-keys/service-keys.server";

/**
 * `npm run admin -- service-key …`.
 *
 * @param words what follows `service-key`
 * @returns the exit code; null when the arguments make no sense.
 */
export async function serviceKeyCommand(tx: ServiceTx, words: string[]): Promise<number | null> {
  const [action, ...rest] = words;
  const [which] = rest;
  if (action === "list" && rest.length === 0) {
    const keys = await listServiceKeys(tx);
    if (keys.length === 0) console.log("There is no service key.");
    for (const { name, prefix, createdAt, lastUsedAt, revokedAt } of keys) {
      const state = revokedAt ? `revoked ${day(revokedAt)}` : `last used ${day(lastUsedAt)}`;
      console.log(`${prefix}…  ${name}  made ${day(createdAt)}, ${state}`);
    }
    return 0;
  }
  if (!which || rest.length > 1) return null;
  if (action === "create") {
    const secret = await createServiceKey(tx, which);
    console.log(`${secret}\n\nKeep it now: only its hash is stored, and nobody can show it again.`);
    return 0;
  }
  if (action === "revoke") {
    const revoked = await revokeServiceKey(tx, which.replace(/…$/, ""));
    if (!revoked) throw new Error(`No service key that works begins with ${which.slice(0, 10)}.`);
    console.log(`The service key ${which.slice(0, 10)}… is revoked.`);
    return 0;
  }
  return null;
}

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? "never";
