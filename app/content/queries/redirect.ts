import { defineQuery } from "groq";

/** Where one of `$paths` (the ways to write one path) leads now; null when no editor moved it. */
export const redirectQuery = defineQuery(`
  *[_type == "redirect" && from in $paths][0]{ to, "permanent": coalesce(permanent, true) }
`);
