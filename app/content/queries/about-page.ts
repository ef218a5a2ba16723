import { defineQuery } from "groq";
import {
  callToActionFields,
  imageFields,
  seoFields,
  textBlockFields,
  wholeList,
} from "./fragments";

/** The texts of /about with its people, values and steps. */
export const aboutPageQuery = defineQuery(`
  *[_type == "aboutPage" && _id == "aboutPage"][0]{
    heading,
    lead,
    missionHeading,
    "mission": coalesce(mission[]{ ${textBlockFields} }, []),
    storyHeading,
    "story": coalesce(story[]{ ${textBlockFields} }, []),
    visionHeading,
    "vision": coalesce(vision[]{ ${textBlockFields} }, []),
    teamHeading,
    teamLead,
    "team": *[_type == "teamMember"] | order(orderRank, name) ${wholeList} {
      _id,
      name,
      role,
      bio,
      "isFounder": coalesce(isFounder, false),
      "delay": coalesce(delay, 0),
      image { ${imageFields} }
    },
    valuesHeading,
    "values": *[_type == "coreValue"] | order(orderRank, title) ${wholeList} { _id, icon, title, description },
    journeyHeading,
    "timeline": *[_type == "timelineItem"] | order(orderRank, year) ${wholeList} {
      _id,
      year,
      event,
      description
    },
    pressKit { title, description, asset->{ _id, size } },
    closingHeading,
    closingText,
    primaryCta { ${callToActionFields} },
    secondaryCta { ${callToActionFields} },
    seo { ${seoFields} }
  }
`);
