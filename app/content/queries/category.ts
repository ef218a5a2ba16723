import { defineQuery } from "groq";
import { wholeList } from "./fragments";

/** The blog's categories, by title. */
export const categoriesQuery = defineQuery(`
  *[_type == "category" && defined(slug.current)] | order(title) ${wholeList} {
    _id,
    title,
    "slug": slug.current,
    description
  }
`);
