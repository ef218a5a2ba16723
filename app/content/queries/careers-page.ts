import { defineQuery } from "groq";
import { callToActionFields, imageFields, seoFields, wholeList } from "./fragments";

/** The texts of /careers with the reasons to join; the openings have their own query. */
export const careersPageQuery = defineQuery(`
  *[_type == "careersPage" && _id == "careersPage"][0]{
    heading,
    lead,
    whyJoinHeading,
    "whyJoinCards": *[_type == "whyJoinCard"] | order(orderRank, title) ${wholeList} {
      _id,
      icon,
      title,
      description
    },
    "team": *[_type == "teamMember" && defined(image.asset)] | order(orderRank, name) [0...4] {
      _id,
      image { ${imageFields} }
    },
    openingsHeading,
    noOpeningsText,
    applicationHeading,
    applicationText,
    applicationCta { ${callToActionFields} },
    seo { ${seoFields} }
  }
`);
