import { planFields } from "../../content/plan";

/** What `homePricing` shows. */
export const pricingFields = `_type == "homePricing" => {
  heading,
  lead,
  "plans": coalesce(plans[defined(@->_id)]->{ ${planFields} }, []),
  note
}` as const;
