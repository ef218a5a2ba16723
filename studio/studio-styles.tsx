import { createGlobalStyle } from "styled-components";

/**
 * Hides what leads to Sanity's cloud, which does not know the embedded lake: the help menu (with a
 * feedback form that nobody receives), the workspace menu (there is only one), links to the
 * project, and the perspective of a release in Queries.
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
 * Stops the animation of the save indicator, which spins while the user types. With each frame the
 * browser repainted the form, which took a fifth of the time budget per keystroke.
 */
export const StillStatus = createGlobalStyle`
  [data-testid="pane-footer-document-status-pulse"] * {
    animation: none !important;
  }
`;

/**
 * Keeps the heading of a form on one line. It says "New Article" until the title has been read, and
 * a title of two lines moved the field below from under the pointer.
 */
export const SteadyHeading = createGlobalStyle`
  [data-testid="document-panel-document-title"] span {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/**
 * The title of a dialog as its editor typed it: Sanity's capitalizes each word of "Order is all".
 */
export const TitlesAsTyped = createGlobalStyle`
  [data-testid^="breadcrumb-item-"] [data-ui="Text"] {
    text-transform: none !important;
  }
`;
