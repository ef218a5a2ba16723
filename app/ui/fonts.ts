/**
 * The font of the text, to be fetched along with the page. That of code and figures comes when a page shows some: both
 * at once would hold up the text on a slow line.
 */
export { default as textFont } from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
