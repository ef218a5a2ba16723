import { defineQuery } from "groq";
import { articleBodyFields, codeFields, seoFields, wholeList } from "./fragments";
import { planValueFields } from "./plan-comparison";

/** Inside a `feature`: its card, and the dialog that the card opens. */
export const featureCardFields = `
  _id,
  icon,
  drawing,
  title,
  "slug": slug.current,
  desc,
  badgeText,
  "isSolutionLink": coalesce(isSolutionLink, false),
  "solution": solution->slug.current,
  endpoint { method, path },
  codeExample { ${codeFields} },
  "apiDocLink": coalesce(apiDocLink, "/docs/" + slug.current)
` as const;

/** Inside a `feature`: the smallest plan that includes it. */
export const smallestPlanField = `
  "plan": (availability[included == true || defined(text)].plan->{ name, price } | order(price))[0]
` as const;

/**
 * Inside a `feature`: its call, its drawing and its response, for a place that shows it at work.
 */
export const featureCallFields = `
  title,
  "path": "/docs/" + slug.current,
  drawing,
  endpoint { method, path },
  "code": codeExample.code,
  "status": response.status,
  "milliseconds": response.milliseconds,
  "result": response.example.code,
  ${smallestPlanField}
` as const;

/** The documentation page of the feature with the slug `$slug`. */
export const featureQuery = defineQuery(`
  *[_type == "feature" && slug.current == $slug][0]{
    ${featureCardFields},
    _updatedAt,
    "category": category->{ title, "slug": slug.current },
    "solutionCard": solution->{ title, "slug": slug.current, shortDescription },
    "parameters": coalesce(parameters[]{ _key, name, type, required, description }, []),
    response { status, description, example { ${codeFields} } },
    "longDescription": coalesce(longDescription[]{ ${articleBodyFields} }, []),
    "availability": coalesce(availability[]{ "name": plan->name, ${planValueFields} }, []),
    seo { ${seoFields} }
  }
`);

/** Example calls of what the plan with the id `$plan` includes, in the editors' order. */
export const callsOfPlanQuery = defineQuery(`
  *[
    _type == "feature" && defined(slug.current) && defined(codeExample.code)
    && count(availability[plan->id == $plan && (included == true || defined(text))]) > 0
  ] | order(category->orderRank, orderRank)[0...20]{
    title,
    "slug": slug.current,
    endpoint { method, path },
    codeExample { ${codeFields} }
  }
`);

/** The titles of the API's operations, by the paths of their endpoints. */
export const operationNamesQuery = defineQuery(`
  *[_type == "feature" && defined(endpoint.path)] | order(category->orderRank, orderRank) ${wholeList} {
    title,
    "path": endpoint.path
  }
`);
