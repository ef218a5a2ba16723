import { callToActionFields } from "../../content/fragments";
import { smallestPlanField } from "../sample-call/query";

/** What `homeHero` shows. */
export const heroFields = `_type == "homeHero" => {
  eyebrow,
  headline,
  highlight,
  lead,
  primaryCta { ${callToActionFields} },
  secondaryCta { ${callToActionFields} },
  "facts": coalesce(facts[]{ _key, value, label }, []),
  "operations": coalesce(operations[defined(feature->codeExample.code)]{
    _key,
    label,
    "call": feature->{
      title,
      "path": "/docs/" + slug.current,
      drawing,
      endpoint { method, path },
      "code": codeExample.code,
      "status": response.status,
      "milliseconds": response.milliseconds,
      "result": response.example.code,
      ${smallestPlanField}
    }
  }, [])
}` as const;
