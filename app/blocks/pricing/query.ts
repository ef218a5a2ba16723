import { planFields } from "../../content/queries/plan";

/** What `homePricing` shows. */
export const pricingFields = `_type == "homePricing" => {
  heading,
  lead,
  "plans": coalesce(plans[defined(@->_id)][0...20]->{ ${planFields} }, []),
  note
}` as const;
