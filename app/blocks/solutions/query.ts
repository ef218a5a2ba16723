import { callToActionFields } from "../../content/fragments";
import { solutionCardFields } from "../../content/solution";

/** What `homeSolutions` shows. */
export const solutionsFields = `_type == "homeSolutions" => {
  heading,
  lead,
  "solutions": coalesce(solutions[defined(@->_id)]->{ ${solutionCardFields} }, []),
  callToAction { ${callToActionFields} }
}` as const;
