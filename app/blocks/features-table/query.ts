import { planComparisonFields } from "../../content/queries/plan-comparison";

/** What `homeFeaturesTable` shows. */
export const featuresTableFields = `_type == "homeFeaturesTable" => {
  heading,
  lead,
  comparison->{ ${planComparisonFields} }
}` as const;
