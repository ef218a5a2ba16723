import { defineQuery } from "groq";
import { destinationHref, wholeList } from "./fragments";

/** Inside a `plan`: what a pricing card shows and what accounts enforce. */
export const planFields = `
  _id,
  id,
  name,
  description,
  price,
  "isStartingPrice": coalesce(isStartingPrice, false),
  period,
  credits,
  "features": coalesce(features, []),
  "popular": coalesce(popular, false),
  ctaText,
  "ctaLink": ctaLink { ${destinationHref} }.href,
  note,
  "isEnterprise": coalesce(isEnterprise, false),
  limits { maxFileMegabytes, storage, support, supportHours, rateLimit }
` as const;

/** All plans, in the editors' order. */
export const plansQuery = defineQuery(`
  *[_type == "plan" && defined(id)] | order(orderRank, price) ${wholeList} { ${planFields} }
`);
