import monoUrl from "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url";
import sansUrl from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";

/** The addresses of the two font files, to be preloaded: app.css, which asks for them, arrives one round trip later. */
export const fontUrls = [sansUrl, monoUrl];
