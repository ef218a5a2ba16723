import { sql } from "drizzle-orm";
import { apiKeys } from "@domain/database/tables.server";
import type { KeyRefusal } from "./message-schemas";

/** What is known of a key that is presented. */
export interface KeyFacts {
  id: string;
  userId: string;
  name: string;
  scopes: string[];
  expiresAt: Date | null;
  isRevoked: boolean;
  isExpired: boolean;
  isSuspended: boolean;
}

/** The columns of {@link KeyFacts}. */
export const keyFacts = {
  id: apiKeys.id,
  userId: apiKeys.userId,
  name: apiKeys.name,
  scopes: apiKeys.scopes,
  expiresAt: apiKeys.expiresAt,
  isRevoked: sql<boolean>`${apiKeys.revokedAt} is not null`,
  isExpired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= clock_timestamp(), false)`,
  isSuspended: sql<boolean>`public.is_suspended(${apiKeys.userId})`,
};

/** Why a key may not be used; null when it may. */
export function refusalOf(key: KeyFacts | null, scope?: string): KeyRefusal | null {
  if (!key) return "unknown";
  if (key.isRevoked) return "revoked";
  if (key.isExpired) return "expired";
  if (key.isSuspended) return "suspended";
  return scope !== undefined && !key.scopes.includes(scope) ? "scope" : null;
}
