import type { Step } from "../../schemas/edits/changes-between";

/** A part of a document that was not in the lake when its page was left. */
export interface UnsavedChange {
  path: Step[];
  /** What the lake may have instead: each value that was on its way to it. */
  was: unknown[];
  now: unknown;
}

/** What was typed into a document, and was not in the lake when its page was left. */
export interface UnsavedCopy {
  /**
   * The id of its user: another one in this browser does not get it. Its name is stored: copies
   * that an earlier version left have it, too.
   */
  personId: string;
  changes: UnsavedChange[];
}

const prefix = "platen.left";

/** One page at a time may be left with a document, but several before it is opened again. */
const prefixOf = (documentId: string) => `${prefix}.${documentId}.`;

/** Keeps what was typed in this browser. A browser that stores nothing has already asked. */
export function keepCopy(documentId: string, copy: UnsavedCopy): void {
  try {
    localStorage.setItem(`${prefixOf(documentId)}${crypto.randomUUID()}`, JSON.stringify(copy));
  } catch {
    // The storage is full or forbidden.
  }
}

/** The copies of a document that this user left in this browser, by their names. */
export function copiesOf(documentId: string, userId: string): Map<string, UnsavedCopy> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefixOf(documentId)));
  return new Map(
    names.flatMap((name) => {
      const copy = readCopy(localStorage.getItem(name));
      return copy?.personId === userId ? [[name, copy]] : [];
    }),
  );
}

export const dropCopy = (name: string): void => localStorage.removeItem(name);

function readCopy(text: string | null): UnsavedCopy | undefined {
  try {
    const copy: unknown = JSON.parse(text ?? "null");
    return isCopy(copy) ? copy : undefined;
  } catch {
    // Changed by hand: the form must open all the same.
    return undefined;
  }
}

/** Written by an older version of the Studio, it may have another form. */
const isCopy = (value: unknown): value is UnsavedCopy =>
  typeof value === "object" &&
  value !== null &&
  "personId" in value &&
  typeof value.personId === "string" &&
  "changes" in value &&
  Array.isArray(value.changes) &&
  value.changes.every(isChange);

const isChange = (value: unknown): value is UnsavedChange =>
  typeof value === "object" &&
  value !== null &&
  "path" in value &&
  Array.isArray(value.path) &&
  "was" in value &&
  Array.isArray(value.was);
