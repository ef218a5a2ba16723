import { defineQuery } from "groq";
import { seoFields } from "./fragments";

/** The texts of /changelog. */
export const changelogPageQuery = defineQuery(`
  *[_type == "changelogPage" && _id == "changelogPage"][0]{ heading, lead, seo { ${seoFields} } }
`);
