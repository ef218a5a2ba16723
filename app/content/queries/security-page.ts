import { defineQuery } from "groq";
import { callToActionFields, seoFields, wholeList } from "./fragments";

/** The texts of /security with its cards. */
export const securityPageQuery = defineQuery(`
  *[_type == "securityPage" && _id == "securityPage"][0]{
    heading,
    lead,
    cardsHeading,
    "cards": *[_type == "securityCard"] | order(orderRank, title) ${wholeList} { _id, icon, title, description },
    closingHeading,
    closingText,
    primaryCta { ${callToActionFields} },
    secondaryCta { ${callToActionFields} },
    seo { ${seoFields} }
  }
`);
