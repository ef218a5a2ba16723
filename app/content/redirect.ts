import { defineQuery } from "groq";

/** Where the path `$path` leads now; null when no editor moved it. */
export const redirectQuery = defineQuery(`
  *[_type == "redirect" && from == $path][0]{ to, "permanent": coalesce(permanent, true) }
`);
