import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { z } from "zod";

export const manifestName = "manifest.json";

const manifestSchema = z.object({
  /** Everything that was saved before is in the backup. */
  takenAt: z.iso.datetime(),
  files: z.array(
    z.object({
      /** Relative to the backup, with slashes. */
      path: z.string(),
      bytes: z.number().int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** What a backup holds. It is written last: a directory without one is no backup. */
export type Manifest = z.infer<typeof manifestSchema>;

export type BackedUpFile = Manifest["files"][number];

/**
 * Reads the manifest of a backup.
 *
 * @throws a sentence when the directory is not a backup, or its manifest is damaged
 */
export async function readManifest(backup: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(backup, manifestName), "utf8");
  } catch {
    throw new Error(`${backup} is not a backup: it has no ${manifestName}.`);
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${join(backup, manifestName)} is damaged.`);
  }
}

/**
 * The files below a directory, by their paths relative to it, in order.
 *
 * @throws a sentence for a symbolic link or a device: reading it could leave the directory, or
 * never end
 */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.push(relative(directory, path).split(sep).join("/"));
    else if (!entry.isDirectory()) throw new Error(`${path} is neither a file nor a directory.`);
  }
  return files.sort();
}

/** The hexadecimal SHA-256 of a file, and its bytes. */
export async function hashFile(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (!(chunk instanceof Uint8Array)) continue;
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest("hex"), bytes };
}
