import { defineQuery } from "groq";
import { callToActionFields, seoFields } from "./fragments";

/** The texts of /careers with the reasons to join; the openings are asked for by themselves. */
export const careersPageQuery = defineQuery(`
  *[_type == "careersPage" && _id == "careersPage"][0]{
    heading,
    lead,
    whyJoinHeading,
    "whyJoinCards": *[_type == "whyJoinCard"] | order(orderRank, title) {
      _id,
      icon,
      title,
      description
    },
    openingsHeading,
    noOpeningsText,
    applicationHeading,
    applicationText,
    applicationCta { ${callToActionFields} },
    seo { ${seoFields} }
  }
`);
