import { z } from "zod";
import { scopeIds } from "@domain/api-keys/api-key-fields";

/*
 * What the gateway sends. The same names are in public/api/openapi.json, and a test keeps the two
 * in step.
 */

const scope = z.enum(scopeIds);
const credits = z.int().min(1).max(1_000_000);
/** As the database writes it: idempotency compares texts, and capitals made the second try a 500. */
const id = z.uuid().toLowerCase();

export const verifyMessage = z.strictObject({
  /** The key as the caller sent it, whatever it is. */
  key: z.string().min(1).max(200),
  /** What the call needs. */
  scope: scope.optional(),
  /** What the call will cost: it is refused when fewer credits are left. */
  credits: credits.default(1),
});

export const usageMessage = z.strictObject({
  keyId: id,
  operation: z.string().regex(/^[a-z0-9][a-z0-9/._-]{0,99}$/),
  credits,
  idempotencyKey: z.string().regex(/^[\x21-\x7e]{1,200}$/),
});

export const reversalMessage = z.strictObject({ entryId: id });

export type VerifyMessage = z.infer<typeof verifyMessage>;
export type UsageMessage = z.infer<typeof usageMessage>;

/** Why a key may not do what its holder requests. */
export const refusals = {
  unknown: "There is no such key.",
  revoked: "This key has been revoked.",
  expired: "This key has expired.",
  suspended: "The account of this key is suspended.",
  scope: "This key does not have the permission that the call needs.",
  plan_unknown: "The account's plan is no longer on offer. Its owner has to choose another one.",
  insufficient_credits: "The account has too few credits left in this period.",
} as const;

export type KeyRefusal = keyof typeof refusals;
