import { callToActionFields } from "../../content/queries/fragments";
import { solutionCardFields, solutionImageField } from "../../content/queries/solution";

/** What `homeSolutions` shows. */
export const solutionsFields = `_type == "homeSolutions" => {
  heading,
  lead,
  "solutions": coalesce(solutions[defined(@->_id)][0...100]->{ ${solutionCardFields}, ${solutionImageField} }, []),
  callToAction { ${callToActionFields} }
}` as const;
