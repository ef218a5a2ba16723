import { defineQuery } from "groq";

/** The blog's categories, by title. */
export const categoriesQuery = defineQuery(`
  *[_type == "category" && defined(slug.current)] | order(title) {
    _id,
    title,
    "slug": slug.current,
    description
  }
`);
