import { defineQuery } from "groq";
import { featureCardFields } from "./feature";

/** Inside a `featureCategory`: the category and its features, in the editors' order. */
export const featureCategoryFields = `
  _id,
  title,
  "slug": slug.current,
  description,
  "features": *[_type == "feature" && category._ref == ^._id && defined(slug.current)]
    | order(orderRank, title) [0...100] { ${featureCardFields} }
` as const;

/** All features by category, for the overview of the documentation. */
export const featureCategoriesQuery = defineQuery(`
  *[_type == "featureCategory"] | order(orderRank, title) [0...50] { ${featureCategoryFields} }
`);
