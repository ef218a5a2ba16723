import { createContext, useContext } from "react";
import { trustedHtml } from "~/ui/trusted-types";

/** The id of the element that holds the site's styles. */
export const stylesId = "styles";

/**
 * In the browser, what the server wrote: a page that React renders again after an error must look
 * as before.
 */
const written =
  typeof document === "undefined"
    ? ""
    : trustedHtml(document.getElementById(stylesId)?.textContent ?? "");

/** The site's styles as text. They are inline, so that the page shows one round trip earlier. */
export const StylesContext = createContext(written);

export function useStyles(): string {
  return useContext(StylesContext);
}
