import type { ApiKey } from "./api-key.server";

/** The state of a key, in a word for its badge. */
export function keyState(
  key: Pick<ApiKey, "expiresAt" | "revokedAt" | "rotatedTo">,
  now: Date,
): { word: "Active" | "Replaced" | "Expired" | "Revoked"; works: boolean } {
  if (key.revokedAt) return { word: "Revoked", works: false };
  const isOver = key.expiresAt !== null && key.expiresAt <= now;
  if (key.rotatedTo) return { word: "Replaced", works: !isOver };
  return isOver ? { word: "Expired", works: false } : { word: "Active", works: true };
}
