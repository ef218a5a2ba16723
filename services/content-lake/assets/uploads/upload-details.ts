import { badRequest } from "../asset-error";
import type { OptionalMetadata } from "../images/image-analysis";

/**
 * Metadata that the client sends with an upload; the fields are those of Sanity's asset documents.
 */
export interface UploadDetails {
  /** The file's own name, without folders. */
  originalFilename?: string;
  /** The declared media type. */
  mimeType?: string;
  label?: string;
  title?: string;
  description?: string;
  altText?: string;
  creditLine?: string;
  /** Where a picture was picked from, such as a stock library. */
  source?: { id?: string; name?: string; url?: string };
  /** Which optional metadata of an image to compute; Sanity's own choice when absent. */
  metadata?: ReadonlySet<OptionalMetadata>;
}

/** Maximum characters of a text sent with an upload. */
const maxTextLength = 4000;

const mimeTypeFormat = /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}$/;

/**
 * Reads an upload's query string and Content-Type as `client.assets.upload` sends them.
 *
 * @throws AssetError 400 when a text is too long, and for unsupported metadata
 */
export function readUploadDetails(
  query: URLSearchParams,
  contentType: string | undefined,
): UploadDetails {
  const text = (name: string): string | undefined => {
    const value = query.get(name)?.trim();
    if (value && value.length > maxTextLength) {
      throw badRequest(`"${name}" is longer than ${maxTextLength} characters.`);
    }
    return value || undefined;
  };
  const source = { id: text("sourceId"), name: text("sourceName"), url: text("sourceUrl") };
  const details: UploadDetails = {
    originalFilename: plainFilename(text("filename")),
    mimeType: declaredType(contentType),
    label: text("label"),
    title: text("title"),
    description: text("description"),
    altText: text("altText"),
    creditLine: text("creditLine"),
    source: source.id || source.name || source.url ? source : undefined,
  };
  return query.has("meta") ? { ...details, metadata: wantedMetadata(query) } : details;
}

/**
 * The last part of a name that may have been a path, without what would break the header that it
 * ends up in: control characters and lone surrogates.
 */
export function plainFilename(name: string | undefined): string | undefined {
  const last = name?.split(/[\\/]/).at(-1) ?? "";
  return last.slice(-255).replace(/\p{Cc}|\p{Surrogate}/gu, "") || undefined;
}

function declaredType(contentType: string | undefined): string | undefined {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  return type && mimeTypeFormat.test(type) && type !== "application/octet-stream"
    ? type
    : undefined;
}

function wantedMetadata(query: URLSearchParams): Set<OptionalMetadata> {
  const names = query
    .getAll("meta")
    .flatMap((value) => value.replace(/[[\]"]/g, "").split(","))
    .map((name) => name.trim());
  const wanted = new Set<OptionalMetadata>();
  for (const name of names) {
    if (isOptional(name)) wanted.add(name);
    else if (name === "location") {
      throw badRequest('Coordinates are erased from every picture: do not request "location".');
    } else if (name !== "none" && name !== "") {
      throw badRequest(`There is no metadata "${name.slice(0, 50)}".`);
    }
  }
  return wanted;
}

const optional: Record<OptionalMetadata, true> = {
  lqip: true,
  blurhash: true,
  palette: true,
  thumbhash: true,
  exif: true,
  image: true,
};

const isOptional = (name: string): name is OptionalMetadata => Object.hasOwn(optional, name);
