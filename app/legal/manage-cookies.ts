import type { Notice } from "~/shell/coming-soon-notice";

/** The slug of the page that has the button. */
export const cookiePolicy = "cookies";

/** The section of the cookie policy at whose end the button stands. */
export const managingCookies = "managing-cookies";

/** What the Manage Cookie Preferences button says without scripts, which the choice needs, as do the cookies it is about. */
export const noScriptsNotice: Notice = {
  title: "Nothing to choose",
  description:
    "Only necessary cookies are set while JavaScript is off in your browser. The others come with scripts, and ask first.",
};

/** What the button says where the site settings leave the choice to the banner. */
export const manageCookiesNotice: Notice = {
  title: "Feature In Progress",
  description:
    "Managing cookie preferences from this page is coming soon. Until then, please use the cookie banner or the settings of your browser.",
};
