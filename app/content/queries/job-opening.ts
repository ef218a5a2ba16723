import { defineQuery } from "groq";
import { isShown, seoFields, takesApplications, wholeList } from "./fragments";

const isShownOpening = `_type == "jobOpening" && defined(id.current) && ${isShown}` as const;

/** Inside a `jobOpening`: its entry in the list. */
const jobOpeningCardFields = `
  _id,
  "id": id.current,
  title,
  type,
  location,
  department,
  summary,
  postedDate
`;

/** The openings that take applications at the time `$now`, in the editors' order. */
export const jobOpeningsQuery = defineQuery(`
  *[${isShownOpening} && ${takesApplications}] | order(orderRank, postedDate desc) ${wholeList} { ${jobOpeningCardFields} }
`);

/** Inside a `jobOpening`: what is expected and offered, point by point. */
const jobListFields = `
  "responsibilities": coalesce(responsibilities, []),
  "qualifications": coalesce(qualifications, []),
  "benefits": coalesce(benefits, [])
`;

/** The opening with the id `$id`, if visitors may see it at the time `$now`. */
export const jobOpeningQuery = defineQuery(`
  *[${isShownOpening} && id.current == $id][0]{
    ${jobOpeningCardFields},
    _updatedAt,
    ${jobListFields},
    salary { min, max },
    validThrough,
    "isClosed": !${takesApplications},
    seo { ${seoFields} }
  }
`);

/** The newest openings that take applications at the time `$now`, in full, for the feed. */
export const openingsFeedQuery = defineQuery(`
  *[${isShownOpening} && ${takesApplications}] | order(postedDate desc, _id) [0...50] {
    ${jobOpeningCardFields},
    _updatedAt,
    ${jobListFields}
  }
`);
