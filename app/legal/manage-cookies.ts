import type { Notice } from "~/shell/coming-soon-notice";

/** The slug of the page that has the button. */
export const cookiePolicy = "cookies";

/** The section of the cookie policy at whose end the button stands. */
export const managingCookies = "managing-cookies";

/** What the Manage Cookie Preferences button says. */
export const manageCookiesNotice: Notice = {
  title: "Feature In Progress",
  description:
    "Managing cookie preferences from this page is coming soon. Until then, please use the cookie banner or the settings of your browser.",
};
