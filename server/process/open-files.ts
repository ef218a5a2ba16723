import { readFileSync } from "node:fs";

/** How many files and sockets this process may have open; undefined where it is not known. */
export function openFileLimit(): number | undefined {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    // Not Linux.
    return undefined;
  }
}

/** The limit of open files where it is not known. */
const usualFiles = 4_096;

/**
 * How many connections a process may accept: each may need a second file descriptor, to a service
 * or for the file that it transfers. Beyond that limit nothing else could be opened, and Node ends
 * a process that can start no timer for a query.
 *
 * @param reserved descriptors for everything except connections
 */
export function connectionsWithin(reserved: number, files = openFileLimit() ?? usualFiles): number {
  return Math.max(64, Math.floor((files - reserved) / 2));
}

/** With fewer the database cannot be opened, or only until the first visitors come. */
const neededFiles = 1_024;

/** @throws a sentence with the remedy when a process of the site may open too few files */
export function requireOpenFiles(files = openFileLimit()): void {
  if (files === undefined || files >= neededFiles) return;
  throw new Error(
    `A process may open ${files} files here, and the site needs ${neededFiles}: raise the limit (ulimit -n 4096, or LimitNOFILE in a systemd unit).`,
  );
}
