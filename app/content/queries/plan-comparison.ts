import { defineQuery } from "groq";
import { destinationHref } from "./fragments";

/** Inside a `planValue`: the id of the plan, and a tick, a dash or a few words. */
export const planValueFields = `
  _key,
  "plan": plan->id,
  "value": coalesce(text, included, false)
`;

/** Inside a `planComparison`. */
export const planComparisonFields = `
  "columns": coalesce(
    columns[defined(@->_id)][0...20]->{
      id,
      name,
      price,
      period,
      "recommended": coalesce(popular, false),
      ctaText,
      "ctaLink": ctaLink { ${destinationHref} }.href
    },
    []
  ),
  "groups": coalesce(
    groups[]{
      _key,
      title,
      "rows": coalesce(
        rows[]{
          _key,
          "name": coalesce(feature->title, name),
          "slug": feature->slug.current,
          "values": coalesce(
            feature->availability[]{ ${planValueFields} },
            values[]{ ${planValueFields} },
            []
          )
        },
        []
      )
    },
    []
  )
` as const;

/** The table that sets the plans side by side. */
export const planComparisonQuery = defineQuery(`
  *[_type == "planComparison" && _id == "planComparison"][0]{ ${planComparisonFields} }
`);
