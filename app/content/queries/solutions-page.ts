import { defineQuery } from "groq";
import { callToActionFields, seoFields } from "./fragments";

/** The texts of the solutions overview. */
export const solutionsPageQuery = defineQuery(`
  *[_type == "solutionsPage" && _id == "solutionsPage"][0]{
    heading,
    lead,
    closingHeading,
    closingText,
    closingCta { ${callToActionFields} },
    seo { ${seoFields} }
  }
`);
