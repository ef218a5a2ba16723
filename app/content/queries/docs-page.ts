import { defineQuery } from "groq";
import { articleBodyFields, seoFields } from "./fragments";

/** The texts of the documentation overview. */
export const docsPageQuery = defineQuery(`
  *[_type == "docsPage" && _id == "docsPage"][0]{
    heading,
    lead,
    authenticationText,
    "gettingStarted": coalesce(gettingStarted[]{ ${articleBodyFields} }, []),
    seo { ${seoFields} }
  }
`);
