import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** What we create in a data directory, besides sockets. We change nothing else in it. */
// prettier-ignore
const ours = [
  "assets", "machine.json", "outbox", "postgres", "run",
  "secrets.json", "signing-keys.json",
] as const;

/** Inside a data directory, what a restore has not moved to its place yet. */
export const unfinishedRestore = ".restoring";

const privateMask = 0o077;

/**
 * Creates the data directory, or restricts an existing one to its owner: an unpacked backup, or a
 * directory that an administrator created, may let others read the keys and the accounts. If it
 * holds other things as well, only our own files are restricted.
 *
 * @returns sentences about what others can read and we may not change
 * @throws an Error for the operator when it cannot be used
 */
export async function openDataDirectory(directory: string): Promise<string[]> {
  let names: string[];
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    names = await readdir(directory);
  } catch (error) {
    throw new Error(
      `DATA_DIR ${directory} cannot be used (${codeOf(error)}): it must be a directory that we may write to.`,
    );
  }
  if (names.includes(unfinishedRestore)) {
    throw new Error(
      `Restoring a backup into ${directory} was interrupted. Empty the directory and restore again.`,
    );
  }
  const found = ours.filter((name) => names.includes(name));
  const paths = found.map((name) => join(directory, name));
  if (found.length === names.length) paths.push(directory);
  const warnings = await Promise.all(paths.map(closeToOthers));
  return warnings.filter((warning) => warning !== null);
}

async function closeToOthers(path: string): Promise<string | null> {
  const { mode } = await stat(path);
  if ((mode & privateMask) === 0) return null;
  try {
    await chmod(path, mode & 0o7777 & ~privateMask);
    return null;
  } catch (error) {
    return `Others on this machine may read ${path} (mode ${(mode & 0o777).toString(8)}), and its permissions cannot be changed (${codeOf(error)}): change its owner or mode.`;
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);
