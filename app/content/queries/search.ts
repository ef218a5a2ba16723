import { defineQuery } from "groq";
import { pathField } from "./fragments";

/**
 * Inside a filter: a document that visitors may find, now or at another time. What editors hide
 * from search engines is not found here either.
 */
const isSearchable = `
  _type in [
    "post", "solution", "feature", "jobOpening", "changelogEntry", "legalPage", "page", "homePage",
    "aboutPage", "blogPage", "careersPage", "changelogPage", "contactPage", "docsPage",
    "securityPage", "solutionsPage"
  ]
  && seo.noIndex != true
`;

/**
 * Which documents the search index has to contain, and their versions, from `$from` to before
 * `$to`: articles last, the newest first. The home page's texts are those of its plans and
 * questions as well.
 */
export const searchVersionsQuery = defineQuery(`
  *[${isSearchable}] | order(_type == "post", date desc, _id) [$from...$to] {
    _id,
    _rev,
    "parts": select(_type == "homePage" => {
      "plans": sections[].plans[0...20]->._rev,
      "questions": sections[].questions[0...100]->._rev
    })
  }
`);

/** Inside a `homePage` or `page`: what its blocks say. */
const blockTexts = `
  "texts": [
    array::join(sections[defined(headline)].headline, " "),
    array::join(sections[defined(heading)].heading, ". "),
    array::join(sections[defined(lead)].lead, " ")
  ]
`;

/**
 * The documents with the ids `$ids` as the search index reads them: what is in `texts` comes in the
 * order in which the page shows it.
 */
export const searchDocumentsQuery = defineQuery(`
  *[_id in $ids && ${isSearchable}] {
    _id,
    _type,
    _rev,
    publishAt,
    unpublishAt,
    postedDate,
    validThrough,
    "title": coalesce(title, heading, seo.title),
    "summary": coalesce(
      excerpt, desc, shortDescription, description, lead, openingsHeading, seo.description
    ),
    "tags": coalesce(tags, []),
    ${pathField},
    _type == "post" => {
      "texts": [pt::text(content), pt::text(content[].content[])]
    },
    _type == "feature" => {
      "tags": [endpoint.method + " " + endpoint.path],
      "texts": [
        pt::text(longDescription),
        pt::text(longDescription[].content[]),
        array::join(parameters[defined(name)].name, " "),
        array::join(parameters[defined(description)].description, " ")
      ]
    },
    _type == "solution" => {
      "texts": [
        longDescription,
        details.overview,
        array::join(details.keyFeatures[defined(title)].title, ". "),
        array::join(details.keyFeatures[defined(description)].description, " "),
        array::join(details.benefits[defined(title)].title, ". "),
        array::join(details.exampleUseCases[defined(title)].title, ". ")
      ]
    },
    _type == "jobOpening" => {
      "summary": summary,
      "texts": [
        department,
        location,
        type,
        array::join(responsibilities[defined(@)], " "),
        array::join(qualifications[defined(@)], " "),
        array::join(benefits[defined(@)], " ")
      ]
    },
    _type == "changelogEntry" => {
      version,
      "texts": [array::join(changes[defined(text)].text, " ")]
    },
    _type == "legalPage" => {
      "summary": pt::text(intro),
      "texts": [],
      "sections": sections[]{
        _key,
        id,
        title,
        "text": pt::text(content),
        "subsections": pt::text(subsections[].content[])
      }
    },
    _type == "page" => { ${blockTexts} },
    _type == "homePage" => {
      ${blockTexts},
      "pricing": sections[_type == "homePricing"][0]{
        lead,
        "plans": plans[defined(@->name)][0...20]->{ _id, name, description }
      },
      "features": sections[_type == "homeFeatures"][0]{ lead },
      "faq": sections[_type == "homeFaq"][0]{
        lead,
        "questions": questions[defined(@->question)][0...100]->{ _id, question, "answer": pt::text(answer) }
      }
    },
    _type == "aboutPage" => {
      "texts": [pt::text(mission), pt::text(story), pt::text(vision)]
    },
    _type == "contactPage" => {
      "texts": [emailText, phoneText, supportText, officeText]
    },
    _type == "docsPage" => {
      "texts": [authenticationText, pt::text(gettingStarted)]
    }
  }
`);
