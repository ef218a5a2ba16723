import { z } from "zod";
import { isPlain, isVisible } from "@domain/accounts/plain-text";

/**
 * What a user calls themselves; empty for no name. Administrators pick users by it, so that it must
 * not look like another name. The database enforces the same for `profiles.full_name`.
 */
export const personName = z
  .string()
  .trim()
  .max(120, "Keep your name to 120 characters.")
  .refine(isPlain, { error: "Use letters, digits and symbols only.", abort: true })
  .refine((name) => name === "" || isVisible(name), "Enter a name with visible characters.")
  .default("");
