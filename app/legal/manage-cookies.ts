import type { Notice } from "~/coming-soon/coming-soon-notice";

/**
 * The button's message without scripts, which both the preferences and the cookies in question
 * need.
 */
export const noScriptsNotice: Notice = {
  title: "Nothing to choose",
  description:
    "Only necessary cookies are set while JavaScript is off in your browser. The others come with scripts, and ask first.",
};

/** The button's message where the site settings leave the choice to the banner. */
export const manageCookiesNotice: Notice = {
  title: "Feature In Progress",
  description:
    "Managing cookie preferences from this page is coming soon. Until then, please use the cookie banner or the settings of your browser.",
};
