import { callToActionFields } from "../../content/queries/fragments";

/** What `homeApiDocs` shows. */
export const apiDocsFields = `_type == "homeApiDocs" => {
  heading,
  lead,
  "cards": coalesce(
    cards[]{ _key, icon, title, description, callToAction { ${callToActionFields} } },
    []
  )
}` as const;
