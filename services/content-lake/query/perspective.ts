import type { Written } from "../commit";
import { type Document, isPublishedId, isRecord, isVersionId, publishedIdOf } from "../document";
import { badRequest } from "../errors";
import { Collection, type Documents } from "./collection";
import { View } from "./optimizer";

/**
 * Which versions a query sees. `raw`: every document under its own id. `published`: no drafts, no
 * versions. A stack (`drafts`, or releases): of each document the first version that the stack
 * names, under the published id.
 */
export type Perspective = "raw" | "published" | readonly string[];

/**
 * Reads `?perspective=`: raw, published, drafts (once called previewDrafts) or a comma list of
 * release names and drafts, in which the first wins and published is implied. Throws 400.
 */
export function parsePerspective(text: string): Perspective {
  if (text === "raw" || text === "published") return text;
  const layers = text.split(",").map((layer) => (layer === "previewDrafts" ? "drafts" : layer));
  for (const layer of layers) {
    if (layer === "raw" || !/^[A-Za-z0-9_-]{1,128}$/.test(layer)) {
      throw badRequest(`Invalid perspective "${text.slice(0, 200)}"`);
    }
  }
  return layers.slice(0, layers.findLastIndex((layer) => layer !== "published") + 1);
}

/** The three perspectives that every query uses, kept up to date commit by commit. */
export class Perspectives {
  /** Every document under its own id. */
  readonly raw = new Collection();
  /** The ids of all drafts and versions of a document, by its published id. */
  readonly #versions = new Map<string, Set<string>>();
  readonly #published = new Collection();
  readonly #drafts = new Collection();
  readonly #views = {
    raw: new View(this.raw),
    published: new View(this.#published),
    drafts: new View(this.#drafts),
  };

  /** Applies what a commit (or startup) did to documents. */
  apply(changes: readonly Written[]): void {
    this.raw.apply(changes);
    this.#published.apply(changes.filter(({ id }) => isPublishedId(id)));
    const drafted = new Set<string>();
    for (const { id, after } of changes) {
      const published = publishedIdOf(id);
      if (!isPublishedId(id)) this.#noteVersion(published, id, after !== undefined);
      if (!isVersionId(id)) drafted.add(published);
    }
    this.#drafts.apply(
      [...drafted].map((id) => ({ id, after: topmost(this.raw, id, ["drafts"]) })),
    );
  }

  /** The ids of a document's existing drafts and versions. */
  versionsOf(publishedId: string): ReadonlySet<string> {
    return this.#versions.get(publishedId) ?? new Set();
  }

  #noteVersion(publishedId: string, id: string, exists: boolean): void {
    const versions = this.#versions.get(publishedId) ?? new Set();
    if (exists) versions.add(id);
    else versions.delete(id);
    if (versions.size > 0) this.#versions.set(publishedId, versions);
    else this.#versions.delete(publishedId);
  }

  /** A stack with releases is composed for the query: rare, and a walk over all documents. */
  view(perspective: Perspective): View {
    if (perspective === "raw") return this.#views.raw;
    if (perspective === "published" || perspective.length === 0) return this.#views.published;
    if (!hasReleases(perspective)) return this.#views.drafts;
    const ids = new Set(this.raw.all.map((document) => publishedIdOf(document._id)));
    const seen = [...ids].flatMap((id) => topmost(this.raw, id, perspective) ?? []);
    return new View(new Collection(seen));
  }
}

/** Whether it is a stack that is not kept up to date, and has no indexes. */
export function hasReleases(perspective: Perspective): boolean {
  return typeof perspective !== "string" && perspective.some((layer) => layer !== "drafts");
}

function topmost(
  raw: Documents,
  publishedId: string,
  layers: readonly string[],
): Document | undefined {
  const candidates = layers.map((layer) => {
    if (layer === "published") return publishedId;
    return layer === "drafts" ? `drafts.${publishedId}` : `versions.${layer}.${publishedId}`;
  });
  for (const id of [...candidates, publishedId]) {
    const document = raw.get(id);
    if (!document) continue;
    // A version may say that its release will unpublish the document.
    if (isRecord(document._system) && document._system.delete === true) return undefined;
    return { ...document, _id: publishedId, _originalId: id };
  }
  return undefined;
}
