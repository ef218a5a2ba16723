import { z } from "zod";
import { isPlain, isVisible } from "~/account/forms/plain-text";

/**
 * What a person calls themselves; empty for no name. Administrators choose by it whom they change, so that it must not
 * look like another. The database asks the same of `profiles.full_name`.
 */
export const personName = z
  .string()
  .trim()
  .max(120, "Keep your name to 120 characters.")
  .refine(isPlain, "Use letters, digits and signs only.")
  .refine((name) => name === "" || isVisible(name), "Write a name that can be seen.")
  .default("");
