import type { MissingComponentHandler } from "@portabletext/react";

/** Whoever writes documents by script can invent types without end. */
const most = 100;
const logged = new Set<string>();

/** Says in the server's log, once for each kind, that the content has a part that the site leaves out. */
export function logUnknown(part: string): void {
  if (typeof document !== "undefined" || logged.has(part) || logged.size >= most) return;
  logged.add(part);
  console.warn(`The content has a part that the site does not know and leaves out: ${part}.`);
}

/** The same for a part of Portable Text. */
export const logMissing: MissingComponentHandler = (_, { nodeType, type }) =>
  logUnknown(`${nodeType} ${type}`);
