import { defineQuery } from "groq";
import { isShown, pathField, takesApplications } from "./fragments";

/**
 * Every page that editors made and visitors may find at the time `$now`, with its path and its last
 * change. Ten thousand at most: reading more would keep a visitor's request for seconds.
 */
export const sitemapQuery = defineQuery(`
  *[
    _type in [
      "post", "solution", "feature", "jobOpening", "legalPage", "page", "homePage", "aboutPage", "blogPage",
      "careersPage", "changelogPage", "contactPage", "docsPage", "securityPage", "solutionsPage"
    ]
    && seo.noIndex != true
    && ${isShown}
    && (_type != "jobOpening" || ${takesApplications})
  ] | order(_type, _id) [0...10000] {
    _id,
    _type,
    _updatedAt,
    "title": coalesce(title, seo.title, heading),
    "description": coalesce(shortDescription, seo.description, desc, excerpt, summary),
    "category": category->{ title, orderRank },
    "date": coalesce(date, postedDate),
    orderRank,
    _type == "homePage" => { "sections": coalesce(sections[]._type, []) },
    ${pathField}
  }
`);
