import { notFound } from "./asset-error";
import { documentIdOf, type FileName, fileNameOf } from "./uploads/asset-name";
import type { AssetStore } from "./asset-store";
import type { Originals } from "./uploads/originals";
import { disposition, immutable, isFresh, notModified, respondFile } from "./file-response";

/**
 * Media types that are sent as declared. An uploaded page or script would otherwise run in our
 * origin; all other types are sent as a download.
 */
const shownTypes =
  /^(?:audio\/[\w.+-]+|video\/[\w.+-]+|font\/[\w.+-]+|image\/(?:jpeg|png|webp|avif|gif|tiff|bmp|x-icon|vnd\.microsoft\.icon)|text\/(?:plain|csv|vtt|calendar)|application\/(?:pdf|json|zip|gzip|rtf|epub\+zip|msword|vnd\.[\w.+-]+))$/;

/**
 * Chrome does not show a PDF in a sandbox; its viewer runs none of the document's scripts in our
 * origin.
 */
const pdfPolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; sandbox";

/**
 * Handles GET and HEAD of a file URL, with ranges.
 *
 * @throws AssetError 404 for an unknown file, 416 for a range beyond its end
 */
export function createFileDelivery(store: AssetStore, originals: Originals) {
  return async (request: Request, name: FileName, vanityName?: string): Promise<Response> => {
    const document = store.get(documentIdOf(name));
    if (!document) throw notFound("The file does not exist.");
    const ownName =
      vanityName ??
      (typeof document.originalFilename === "string"
        ? document.originalFilename
        : fileNameOf(name));
    const type = servedType(document.mimeType);
    const headers: Record<string, string> = {
      "Cache-Control": immutable,
      "Content-Security-Policy": type === "application/pdf" ? pdfPolicy : filePolicy,
      "Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
      ETag: `"${name.sha1}"`,
      "X-Content-Type-Options": "nosniff",
      "X-Sanity-Sha1": name.sha1,
    };
    const attachment = disposition(new URL(request.url).searchParams, ownName);
    if (attachment) headers["Content-Disposition"] = attachment;
    if (isFresh(request, headers.ETag ?? "")) return notModified(headers);
    return respondFile(request, originals.pathOf(name), headers);
  };
}

function servedType(mimeType: unknown): string {
  const isShown =
    typeof mimeType === "string" && shownTypes.test(mimeType) && !/\+xml$/i.test(mimeType);
  return isShown ? mimeType : "application/octet-stream";
}
