import { z } from "zod";
import type { ImportReport } from "@platen/auth/transfer";

/** A report as the backend sends it. */
export const reportSchema = z.object({
  imported: z.number(),
  alreadyThere: z.number(),
  foreignPasswords: z.number(),
  withoutWayIn: z.object({ telephone: z.number(), anonymous: z.number(), sso: z.number() }),
  conflicts: z.array(z.string()),
}) satisfies z.ZodType<ImportReport>;

/**
 * What an import did, one sentence per line. Imported accounts that nobody can sign in to are
 * listed with the reason: otherwise their owners would be the first to notice.
 */
export function importSummary({
  imported,
  alreadyThere,
  foreignPasswords,
  withoutWayIn: { telephone, anonymous, sso },
}: Omit<ImportReport, "conflicts">): string[] {
  const ofThem: [count: number, sentence: string][] = [
    [
      foreignPasswords,
      'have passwords that the embedded service cannot check (no bcrypt): their owners choose a new one by "Forgot password".',
    ],
    [
      telephone,
      "can never sign in with the embedded service: they have no email address, and it sends no text messages.",
    ],
    [
      anonymous,
      "can never sign in with the embedded service: they are anonymous, and only the sessions that they had before could open them.",
    ],
    [
      sso,
      "can never sign in with the embedded service: they belong to single sign-on (SAML), which it does not have.",
    ],
  ];
  return [
    `${imported} accounts imported, ${alreadyThere} were there already.`,
    ...ofThem
      .filter(([count]) => count > 0)
      .map(([count, sentence]) => `${count} of them ${sentence}`),
  ];
}
