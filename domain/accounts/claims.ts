import { z } from "zod";
import { uuid } from "./uuid";

const claimsSchema = z.looseObject({
  sub: uuid,
  email: z.string().default(""),
  session_id: z.string().optional(),
  exp: z.number().default(0),
  aal: z.string().optional(),
  /** An anonymous account has no owner: to the site it is a visitor. */
  is_anonymous: z.literal(false).optional(),
  /** How the user proved their identity, and when (seconds since the epoch). */
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
});

/** The verified contents of an access token. */
export type Claims = z.infer<typeof claimsSchema>;

/** The claims of a verified token; null for one that is not a user's. */
export function parseClaims(claims: unknown): Claims | null {
  const parsed = claimsSchema.safeParse(claims);
  return parsed.success ? parsed.data : null;
}
