import { type Document, isPublishedId, isRecord, isVersionId, publishedIdOf } from "../document";
import { badRequest } from "../errors";
import { Collection, type Documents } from "./collection";

/**
 * Which versions a query sees. `raw`: every document under its own id. `published`: no drafts, no versions. A stack
 * (`drafts`, or releases): of each document the first version that the stack names, under the published id.
 */
export type Perspective = "raw" | "published" | readonly string[];

/**
 * Reads `?perspective=`: raw, published, drafts (once called previewDrafts) or a comma list of release names and
 * drafts, in which the first wins and published is implied. Throws 400.
 */
export function parsePerspective(text: string): Perspective {
  if (text === "raw" || text === "published") return text;
  const layers = text.split(",").map((layer) => (layer === "previewDrafts" ? "drafts" : layer));
  for (const layer of layers) {
    if (layer === "raw" || !/^[A-Za-z0-9_-]{1,128}$/.test(layer)) {
      throw badRequest(`Invalid perspective "${text.slice(0, 200)}"`);
    }
  }
  return layers.filter((layer) => layer !== "published");
}

/** The three perspectives that every query uses, kept up to date document by document. */
export class Perspectives {
  readonly raw = new Collection();
  readonly published = new Collection();
  readonly drafts = new Collection();

  /** Takes in what a commit (or the start) did to one document; `undefined` = it is gone. */
  set(id: string, document: Document | undefined): void {
    const published = publishedIdOf(id);
    if (document) this.raw.put(document);
    else this.raw.remove(id);
    if (isPublishedId(id)) {
      if (document) this.published.put(document);
      else this.published.remove(id);
    }
    if (isVersionId(id)) return;
    const seen = topmost(this.raw, published, ["drafts"]);
    if (seen) this.drafts.put(seen);
    else this.drafts.remove(published);
  }

  /** A stack with releases is put together for the query: rare, and a walk over all documents. */
  of(perspective: Perspective): Documents {
    if (perspective === "raw") return this.raw;
    if (perspective === "published" || perspective.length === 0) return this.published;
    if (perspective.length === 1 && perspective[0] === "drafts") return this.drafts;
    const seen = new Collection();
    const ids = new Set(this.raw.all.map((document) => publishedIdOf(document._id)));
    for (const id of ids) {
      const document = topmost(this.raw, id, perspective);
      if (document) seen.put(document);
    }
    return seen;
  }
}

function topmost(
  raw: Documents,
  publishedId: string,
  layers: readonly string[],
): Document | undefined {
  const candidates = layers.map((layer) =>
    layer === "drafts" ? `drafts.${publishedId}` : `versions.${layer}.${publishedId}`,
  );
  for (const id of [...candidates, publishedId]) {
    const document = raw.get(id);
    if (!document) continue;
    // A version may say that its release will unpublish the document.
    if (isRecord(document._system) && document._system.delete === true) return undefined;
    return { ...document, _id: publishedId, _originalId: id };
  }
  return undefined;
}
