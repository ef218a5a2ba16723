/** The slug of the page that has the button that opens the cookie preferences. */
export const cookiePolicy = "cookies";

/** The section of the cookie policy that ends with the button. */
export const managingCookies = "managing-cookies";
