import { callToActionFields } from "../../content/fragments";
import { sampleFields } from "../sample-call/query";

/** What `homeHero` shows. */
export const heroFields = `_type == "homeHero" => {
  eyebrow,
  headline,
  highlight,
  lead,
  primaryCta { ${callToActionFields} },
  secondaryCta { ${callToActionFields} },
  "facts": coalesce(facts[]{ _key, value, label }, []),
  ${sampleFields}
}` as const;
