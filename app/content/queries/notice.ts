import { defineQuery } from "groq";
import { siteBarFields } from "./fragments";

/**
 * The service notice; null while it is not shown, so that no page carries text prepared for an
 * incident.
 */
export const noticeQuery = defineQuery(`
  *[_type == "notice" && _id == "notice" && isShown == true][0]{ ${siteBarFields} }
`);
