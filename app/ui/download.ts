import type { ImageSource } from "./urls/image-url";

/** A file as the queries return it; any field may be missing. */
export interface LakeFile {
  asset: { _id: string; size: number | null } | null;
}

/** A file that visitors can save. */
export interface Download {
  /** Served as a file to save, under its name at the upload. */
  url: string;
  /** What it is and how large, such as "ZIP, 12 kB". */
  facts: string;
}

/** A file document's id: its hash and its file extension. */
const assetId = /^file-([a-zA-Z0-9_]+)-([a-z0-9]+)$/;

/** @returns null when there is no file */
export function downloadOf(
  source: ImageSource,
  file: LakeFile | null | undefined,
): Download | null {
  const [, hash, ending = ""] = assetId.exec(file?.asset?._id ?? "") ?? [];
  if (!hash) return null;
  const facts = [ending.toUpperCase(), fileSize(file?.asset?.size ?? 0)];
  return {
    url: `${source.baseUrl}/files/${source.projectId}/${source.dataset}/${hash}.${ending}?dl=`,
    facts: facts.filter(Boolean).join(", "),
  };
}

const units = ["bytes", "kB", "MB", "GB"];

/** A number of bytes in two digits or more: "840 bytes", "1.2 MB", "37 kB"; nothing for none. */
export function fileSize(bytes: number): string {
  if (!(bytes > 0)) return "";
  let size = bytes;
  let unit = 0;
  // Rounded as shown: 999,950 bytes are not "1000 kB".
  while (unit < units.length - 1 && Math.round(size) >= 1000) {
    size /= 1000;
    unit += 1;
  }
  const shown = unit > 0 && size < 9.95 ? size.toFixed(1) : String(Math.round(size));
  return `${shown} ${units[unit]}`;
}
