import { defineQuery } from "groq";
import { seoFields } from "./fragments";
import { sectionFields } from "./sections";

/** The sections of the front page in their order, with the documents that they show. */
export const homePageQuery = defineQuery(`
  *[_type == "homePage" && _id == "homePage"][0]{
    _updatedAt,
    ${sectionFields},
    seo { ${seoFields} }
  }
`);
