import { randomBytes } from "node:crypto";

/** A document as the lake stores it. Never changed in place: every write makes a new object. */
export interface Document {
  readonly _id: string;
  readonly _type: string;
  /** The id of the transaction that wrote it last. */
  readonly _rev: string;
  /** ISO 8601 in UTC with milliseconds, as `_updatedAt`. */
  readonly _createdAt: string;
  readonly _updatedAt: string;
  readonly [attribute: string]: unknown;
}

/**
 * Whether a value is a JSON object: no list, not null. `schemas/edits/is-record.ts` has its own,
 * because services import nothing outside `services`.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value has the attributes that the lake gives each document. */
export function isDocument(value: unknown): value is Document {
  return (
    isRecord(value) &&
    ["_id", "_type", "_rev", "_createdAt", "_updatedAt"].every(
      (name) => typeof value[name] === "string",
    )
  );
}

/** What changes are computed from: the revision is the commit's, and differs each time. */
export function withoutRevision(document: Document): Record<string, unknown>;
export function withoutRevision(document: Document | undefined): Record<string, unknown> | null;
export function withoutRevision(document: Document | undefined): Record<string, unknown> | null {
  if (!document) return null;
  const attributes: Record<string, unknown> = { ...document };
  delete attributes._rev;
  return attributes;
}

/**
 * https://www.sanity.io/docs/ids: letters, digits, `_`, `-` and `.`, at most 128 of them, no dash
 * or dot in front.
 */
export function isValidDocumentId(id: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(id) && !id.includes("..") && !id.endsWith(".");
}

/** Whether an id is of a draft. */
export const isDraftId = (id: string): boolean => id.startsWith("drafts.");

/** Whether an id is of a version in a release: `versions.<release>.<published id>`. */
export const isVersionId = (id: string): boolean => /^versions\.[^.]+\../.test(id);

/** Whether an id is of a published document. */
export const isPublishedId = (id: string): boolean => !isDraftId(id) && !isVersionId(id);

/**
 * `drafts.x` and `versions.release.x` → `x`. `schemas/edits/draft-ids.ts` has its own, because
 * services import nothing outside `services`.
 */
export function publishedIdOf(id: string): string {
  if (isDraftId(id)) return id.slice("drafts.".length);
  if (isVersionId(id)) return id.slice(id.indexOf(".", "versions.".length) + 1);
  return id;
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Random letters and digits: 22 for a document id or revision (as Sanity's), 12 for an array item's
 * `_key`.
 */
export function randomKey(length = 22): string {
  let key = "";
  while (key.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the greatest multiple of 62 in a byte: larger values would make some letters
      // likelier.
      if (byte < 248 && key.length < length) key += alphabet[byte % 62];
    }
  }
  return key;
}
