import type { MissingComponentHandler } from "@portabletext/react";

/** A script that writes documents can invent any number of types. */
const maxParts = 100;
const logged = new Set<string>();

/** Logs on the server, once for each kind, that the content has a part that the site leaves out. */
export function logUnknown(part: string): void {
  if (typeof document !== "undefined" || logged.has(part) || logged.size >= maxParts) return;
  logged.add(part);
  console.warn(`The content has a part that the site does not know and leaves out: ${part}.`);
}

/** The same for a part of Portable Text. */
export const logMissing: MissingComponentHandler = (_, { nodeType, type }) =>
  logUnknown(`${nodeType} ${type}`);
