import { createGlobalStyle } from "styled-components";

/**
 * Takes away what leads to Sanity's cloud, which knows nothing of an embedded lake: the menu of help (with a form for
 * feedback that nobody receives), the menu of workspaces (of which there is one), links to the project, and the
 * perspective of a release in Queries.
 */
export const OwnSiteOnly = createGlobalStyle`
  [data-testid="button-resources-menu"],
  #workspace-menu,
  a[href*="/manage/project/"],
  option[value="pinnedRelease"] {
    display: none !important;
  }
`;

/**
 * Keeps the sign of saving still, which turns while somebody types. With each turn the browser painted the form again, a
 * fifth of what a key may take.
 */
export const StillStatus = createGlobalStyle`
  [data-testid="pane-footer-document-status-pulse"] * {
    animation: none !important;
  }
`;
