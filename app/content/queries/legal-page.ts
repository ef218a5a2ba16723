import { defineQuery } from "groq";
import { seoFields, textBlockFields, wholeList } from "./fragments";

/** The legal page with the slug `$slug`. */
export const legalPageQuery = defineQuery(`
  *[_type == "legalPage" && slug.current == $slug][0]{
    _id,
    title,
    "slug": slug.current,
    lastUpdated,
    "intro": coalesce(intro[]{ ${textBlockFields} }, []),
    "sections": coalesce(
      sections[]{
        _key,
        id,
        title,
        "content": coalesce(content[]{ ${textBlockFields} }, []),
        "subsections": coalesce(
          subsections[]{ _key, title, "content": coalesce(content[]{ ${textBlockFields} }, []) },
          []
        )
      },
      []
    ),
    seo { ${seoFields} }
  }
`);

/** The names of all legal pages, by title. */
export const legalPagesQuery = defineQuery(`
  *[_type == "legalPage" && defined(slug.current)] | order(title) ${wholeList} { _id, title, "slug": slug.current }
`);
