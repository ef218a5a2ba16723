import { z } from "zod";

/**
 * Typed text, trimmed, without the one character that Postgres cannot store and would turn into our
 * own error.
 */
export const storable = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters, `Keep it to ${maxCharacters} characters.`)
    .default("")
    .transform((typed) => typed.replaceAll("\0", "").trim());
