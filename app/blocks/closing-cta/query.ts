import { callToActionFields } from "../../content/queries/fragments";

/** What `homeClosingCta` shows. */
export const closingCtaFields = `_type == "homeClosingCta" => {
  heading,
  lead,
  primaryCta { ${callToActionFields} },
  secondaryCta { ${callToActionFields} },
  note
}` as const;
