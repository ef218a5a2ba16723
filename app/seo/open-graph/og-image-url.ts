/** The texts of a drawn picture. */
export interface PictureText {
  title: string;
  description: string;
  brand: string;
}

/** Increment it when the drawing changes: pictures are cached by their URL forever. */
const design = "1";

export const pictureSize = { width: 1200, height: 630 };

/**
 * The URL of a page's drawn picture. It changes with the picture's texts, and its signature, which
 * only the server can make, prevents anyone from having pictures drawn of pages that do not exist.
 */
export function ogImageUrl(path: string, signature: string, text: PictureText): string {
  const page = path === "/" ? "/_root" : path.replace(/\/$/, "");
  return `/og${page}.png?v=${versionOf(text)}&s=${signature}`;
}

/** The page of a picture's path; null when it is not a picture's. */
export function pageOfPicture(pathname: string): string | null {
  const [, page] = /^\/og(\/.+)\.png$/.exec(pathname) ?? [];
  return page === undefined ? null : page === "/_root" ? "/" : page;
}

/** FNV-1a: short, the same in browser and server, and no secret. */
export function versionOf({ title, description, brand }: PictureText): string {
  let hash = 0x811c9dc5;
  for (const sign of [design, title, description, brand].join("\n")) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
