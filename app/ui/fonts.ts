/**
 * The font of the text, fetched along with the page. The font of code and numbers loads when a page
 * shows some: both at once would delay the text on a slow connection.
 */
export { default as textFont } from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
