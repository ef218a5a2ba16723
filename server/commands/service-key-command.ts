import type { connect } from "./postgres-database";
import { createServiceKey, listServiceKeys, revokeServiceKey } from "./service-keys";

/**
 * `npm run admin -- service-key …`.
 *
 * @param words what follows `service-key`
 * @returns the exit code; null when the arguments make no sense.
 */
export async function serviceKeyCommand(
  sql: ReturnType<typeof connect>,
  words: string[],
): Promise<number | null> {
  const [action, ...rest] = words;
  const [which] = rest;
  if (action === "list" && rest.length === 0) {
    const keys = await listServiceKeys(sql);
    if (keys.length === 0) console.log("There is no service key.");
    for (const { name, prefix, created_at, last_used_at, revoked_at } of keys) {
      const state = revoked_at ? `revoked ${day(revoked_at)}` : `last used ${day(last_used_at)}`;
      console.log(`${prefix}…  ${name}  made ${day(created_at)}, ${state}`);
    }
    return 0;
  }
  if (!which || rest.length > 1) return null;
  if (action === "create") {
    const secret = await createServiceKey(sql, which);
    console.log(`${secret}\n\nKeep it now: only its hash is stored, and nobody can show it again.`);
    return 0;
  }
  if (action === "revoke") {
    const revoked = await revokeServiceKey(sql, which.replace(/…$/, ""));
    if (!revoked) throw new Error(`No service key that works begins with ${which.slice(0, 10)}.`);
    console.log(`The service key ${which.slice(0, 10)}… is revoked.`);
    return 0;
  }
  return null;
}

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? "never";
