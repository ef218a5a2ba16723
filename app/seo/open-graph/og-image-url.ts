/** What a drawn picture says. */
export interface PictureText {
  title: string;
  description: string;
  brand: string;
}

/** Raise it when the drawing changes: pictures are remembered by their address for ever. */
const design = "1";

export const pictureSize = { width: 1200, height: 630 };

/**
 * The address of a page's drawn picture. It changes with what the picture says, and its signature, which only the
 * server can make, lets nobody have pictures drawn of pages that are not there.
 */
export function ogImageUrl(path: string, signature: string, text: PictureText): string {
  const page = path === "/" ? "/_root" : path.replace(/\/$/, "");
  return `/og${page}.png?v=${versionOf(text)}&s=${signature}`;
}

/** Of which page an address is the picture; null when it is none. */
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
