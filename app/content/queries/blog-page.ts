import { defineQuery } from "groq";
import { seoFields } from "./fragments";

/** The texts of the article list. */
export const blogPageQuery = defineQuery(`
  *[_type == "blogPage" && _id == "blogPage"][0]{ heading, lead, newsletterHeading, newsletterText, seo { ${seoFields} } }
`);
