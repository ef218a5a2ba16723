import { createGlobalStyle } from "styled-components";

/**
 * Takes away what leads to Sanity's cloud, which knows nothing of an embedded lake: the menu of help (with a form for
 * feedback that nobody receives), the menu of workspaces (of which there is one), and links to the project.
 */
export const OwnSiteOnly = createGlobalStyle`
  [data-testid="button-resources-menu"],
  #workspace-menu,
  a[href*="/manage/project/"] {
    display: none !important;
  }
`;
