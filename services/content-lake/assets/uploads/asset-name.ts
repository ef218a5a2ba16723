/**
 * Names of assets. Sanity puts what a client must know without reading the asset document into the
 * id: `image-<sha1>-<width>x<height>-<extension>` and `file-<sha1>-<extension>`; the file in the
 * URL is the same with a dot. Only names of this form are ever turned into paths on disk, so that
 * no request can name another file.
 */

export type AssetKind = "image" | "file";

export interface ImageName {
  kind: "image";
  /** Hexadecimal SHA-1 of the bytes. */
  sha1: string;
  /** Pixels, orientation applied. */
  width: number;
  height: number;
  extension: string;
}

export interface FileName {
  kind: "file";
  sha1: string;
  extension: string;
}

export type AssetName = ImageName | FileName;

const imageFileName = /^([0-9a-f]{40})-(\d{1,6})x(\d{1,6})[.-]([a-z]{1,8})$/;
const otherFileName = /^([0-9a-f]{40})[.-]([a-z0-9]{1,16})$/;

/**
 * `<sha1>-<width>x<height>.<extension>` or `<sha1>.<extension>`: the last segment of the URL and
 * the name on disk.
 */
export function fileNameOf(name: AssetName): string {
  return name.kind === "image"
    ? `${name.sha1}-${name.width}x${name.height}.${name.extension}`
    : `${name.sha1}.${name.extension}`;
}

/** The id of the asset's document. */
export function documentIdOf(name: AssetName): string {
  return name.kind === "image"
    ? `image-${name.sha1}-${name.width}x${name.height}-${name.extension}`
    : `file-${name.sha1}-${name.extension}`;
}

/**
 * Reads a URL's last segment; undefined when it is not of the form that {@link fileNameOf} writes.
 */
export function parseFileName(kind: AssetKind, segment: string): AssetName | undefined {
  const name = parse(kind, segment);
  return name && fileNameOf(name) === segment ? name : undefined;
}

/** Reads the id of an asset document; undefined when it is the id of something else. */
export function parseDocumentId(id: string): AssetName | undefined {
  const dash = id.indexOf("-");
  const kind = id.slice(0, dash);
  if (kind !== "image" && kind !== "file") return undefined;
  const name = parse(kind, id.slice(dash + 1));
  return name && documentIdOf(name) === id ? name : undefined;
}

function parse(kind: AssetKind, text: string): AssetName | undefined {
  if (kind === "file") {
    const [, sha1, extension] = otherFileName.exec(text) ?? [];
    return sha1 && extension ? { kind, sha1, extension } : undefined;
  }
  const [, sha1, width, height, extension] = imageFileName.exec(text) ?? [];
  if (!sha1 || !width || !height || !extension) return undefined;
  return { kind, sha1, width: Number(width), height: Number(height), extension };
}
