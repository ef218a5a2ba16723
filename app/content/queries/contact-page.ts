import { defineQuery } from "groq";
import { callToActionFields, seoFields } from "./fragments";

/** The texts of /contact; email addresses and phone numbers are in the site settings. */
export const contactPageQuery = defineQuery(`
  *[_type == "contactPage" && _id == "contactPage"][0]{
    heading,
    lead,
    formHeading,
    formLead,
    emailHeading,
    emailText,
    phoneHeading,
    phoneText,
    supportHeading,
    supportText,
    officeHeading,
    officeText,
    faqHeading,
    faqText,
    faqCta { ${callToActionFields} },
    seo { ${seoFields} }
  }
`);
