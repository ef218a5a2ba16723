import { readVariables, siteVariables } from "./environment-variables";

/** The site's environment variables, parsed once. */
export const environment = readVariables(siteVariables, process.env);
