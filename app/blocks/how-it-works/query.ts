import { sampleFields } from "../sample-call/query";

/** What `homeHowItWorks` shows. */
export const howItWorksFields = `_type == "homeHowItWorks" => {
  heading,
  lead,
  "steps": coalesce(steps[]{ _key, title, description }, []),
  ${sampleFields}
}` as const;
