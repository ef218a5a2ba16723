import { z } from "zod";

/**
 * Typed text, trimmed, without the one character that Postgres cannot store and would turn into our
 * own error.
 */
export const storable = (longest: number) =>
  z
    .string()
    .max(longest, `Keep it to ${longest} characters.`)
    .default("")
    .transform((typed) => typed.replaceAll("\0", "").trim());
