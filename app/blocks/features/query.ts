import { featureCategoryFields } from "../../content/queries/feature-category";

/** What `homeFeatures` shows. */
export const featuresFields = `_type == "homeFeatures" => {
  heading,
  lead,
  "tabs": coalesce(categories[defined(@->slug.current)][0...20]->slug.current, []),
  "categories": *[_type == "featureCategory"] | order(orderRank, title) [0...50] { ${featureCategoryFields} }
}` as const;
