import { callToActionFields } from "../../content/queries/fragments";
import { featureCallFields } from "../../content/queries/feature";

/** What `homeHero` shows. */
export const heroFields = `_type == "homeHero" => {
  eyebrow,
  headline,
  highlight,
  lead,
  primaryCta { ${callToActionFields} },
  secondaryCta { ${callToActionFields} },
  "facts": coalesce(facts[]{ _key, value, label }, []),
  "operations": coalesce(operations[defined(feature->codeExample.code)][0...10]{
    _key,
    label,
    "call": feature->{ ${featureCallFields} }
  }, [])
}` as const;
