import { createHash } from "node:crypto";
import { lstat, mkdir, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseError } from "./database";

/** Unix sockets have 107 bytes for their path, on some systems 103. */
export const maxSocketPath = 100;
const maxNameLength = "lock.4294967295-0123456789abcdef.new".length;

/**
 * The directory (0700, created if missing) where the processes of a data directory put their
 * sockets: `run` inside it, or, where the path would be too long for a socket, one in the system's
 * directory for temporary files, named by a hash.
 *
 * @throws {DatabaseError} when someone else owns that directory.
 */
export async function runDirectory(dataDirectory: string): Promise<string> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const real = await realpath(dataDirectory);
  const inside = join(real, "run");
  const short = Buffer.byteLength(join(inside, "x".repeat(maxNameLength))) <= maxSocketPath;
  const hash = createHash("sha256").update(real).digest("hex").slice(0, 16);
  const directory = short ? inside : join(tmpdir(), `postgres-${hash}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(directory);
  // Its name can be guessed: on a shared machine another user could have created it first, to
  // eavesdrop.
  if (!short && (uid !== process.getuid?.() || (mode & 0o077) !== 0)) {
    throw new DatabaseError(`${directory} is not a directory of ours alone: remove it.`);
  }
  return directory;
}
