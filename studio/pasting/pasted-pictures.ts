/** A picture from pasted content that already has its block. */
export interface PastedPicture {
  /** The key of the block. */
  key: string;
  file: Blob;
  name: string;
}

/** The picture in a `data:` URL, if it is one. */
export function pictureInDataUrl(url: string): Blob | undefined {
  const [, type, encoded] = /^data:(image\/[\w.+-]+);base64,(.+)$/is.exec(url) ?? [];
  if (type === undefined || encoded === undefined) return undefined;
  try {
    return new Blob([Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0))], { type });
  } catch {
    // Truncated when it was copied.
    return undefined;
  }
}

/** The name by which an editor recognizes a picture: its alternative text, or its file name. */
export function pictureName(alt: string, url: string): string {
  const [, file = ""] =
    /^(?!data:)[^?#]*[/\\]([^/\\?#]+\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?))(?:[?#]|$)/i.exec(
      url,
    ) ?? [];
  return alt.trim() || readable(file) || "one without a name";
}

function readable(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Says which pictures were left out, and what to do about them. */
export const leftOutMessage = (names: readonly string[]) => ({
  title: names.length === 1 ? "A picture was left out" : `${names.length} pictures were left out`,
  description: `Save ${names.length === 1 ? "it" : "each"} as a file and drop it where it belongs: ${new Intl.ListFormat("en").format(names)}.`,
});
