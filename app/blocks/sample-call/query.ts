import { smallestPlanField } from "../../content/queries/feature";
import { codeFields } from "../../content/queries/fragments";

/**
 * An example call, and the feature that it calls with the smallest plan that includes it: the page
 * must not show next to "Start free" what the Free plan refuses. The longest path counts: others
 * may begin with a shorter one.
 */
export const sampleFields = `
  sample { ${codeFields} },
  "call": *[
    _type == "feature" && defined(endpoint.path) && defined(slug.current)
    && count(string::split(^.sample.code, endpoint.path)) > 1
  ] | order(length(endpoint.path) desc)[0]{
    title,
    "path": "/docs/" + slug.current,
    ${smallestPlanField}
  }
` as const;
