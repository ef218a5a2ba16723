import { defineQuery } from "groq";
import { seoFields } from "./fragments";
import { sectionFields } from "./sections";

/** The landing page with the slug `$slug`. */
export const pageQuery = defineQuery(`
  *[_type == "page" && slug.current == $slug][0]{
    _id,
    title,
    "slug": slug.current,
    ${sectionFields},
    seo { ${seoFields} }
  }
`);
