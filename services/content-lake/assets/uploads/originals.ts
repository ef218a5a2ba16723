import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { DiskSpace } from "@platen/kit";
import { badRequest, insufficientStorage, tooLarge } from "../asset-error";
import { type AssetName, fileNameOf } from "./asset-name";

/** Bytes that have arrived in a temporary file and are not an asset yet. */
export interface Arrival {
  path: string;
  /** Hexadecimal SHA-1 of the bytes. */
  sha1: string;
  /** Bytes. */
  size: number;
}

/** The path of an asset's bytes below the directory of all uploads. */
export function originalPath(directory: string, name: AssetName): string {
  return path.join(directory, name.kind === "image" ? "images" : "files", fileNameOf(name));
}

/**
 * The uploaded bytes on disk, named after their content: `<directory>/images/…` and
 * `<directory>/files/…`. A file is there whole or not at all: it is written and synced under a
 * temporary name and renamed.
 */
export class Originals {
  readonly #arrivals: string;
  readonly #space: DiskSpace;

  /** @param space of the disk that the directory is on */
  constructor(
    readonly directory: string,
    space: DiskSpace,
  ) {
    this.#space = space;
    this.#arrivals = path.join(directory, "arrivals");
    // Leftovers of interrupted uploads have no name and will get none.
    rmSync(this.#arrivals, { recursive: true, force: true });
    for (const name of ["arrivals", "images", "files"]) {
      mkdirSync(path.join(directory, name), { recursive: true });
    }
  }

  /** The path of an asset's bytes, whether they exist or not. */
  pathOf(name: AssetName): string {
    return originalPath(this.directory, name);
  }

  /**
   * Writes a stream to a temporary file, hashing it on the way.
   *
   * @param limit bytes; a longer stream is refused without being read to its end
   * @throws AssetError 413 beyond `limit`, 400 for an empty or interrupted stream, 507 on a full
   *   disk, and what the stream throws; nothing is left on disk then
   */
  async receive(stream: AsyncIterable<Uint8Array>, limit: number): Promise<Arrival> {
    const temporary = path.join(this.#arrivals, randomUUID());
    const hash = createHash("sha1");
    let size = 0;
    const file = await open(temporary, "wx", 0o600);
    try {
      for await (const chunk of stream) {
        size += chunk.byteLength;
        if (size > limit) throw tooLarge(limit);
        // Documents and sign-ins need the remaining space.
        if (!this.#space.allows(chunk.byteLength)) throw insufficientStorage();
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      if (size === 0) throw badRequest("The upload is empty.");
      await file.sync();
    } catch (error) {
      await file.close();
      await rm(temporary, { force: true });
      throw isOutOfSpace(error) ? insufficientStorage() : error;
    }
    await file.close();
    return { path: temporary, sha1: hash.digest("hex"), size };
  }

  /**
   * Gives an arrival its name, durably. Existing bytes stay, because the same name means the same
   * content.
   */
  async keep(arrival: Arrival, name: AssetName): Promise<void> {
    const destination = this.pathOf(name);
    const existing = await stat(destination).catch(() => undefined);
    if (existing?.size === arrival.size) return this.discard(arrival);
    await rename(arrival.path, destination);
    const folder = await open(path.dirname(destination), "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  /** Deletes an arrival that became no asset. */
  async discard(arrival: Arrival): Promise<void> {
    await rm(arrival.path, { force: true });
  }
}

/** Uploads may be on their own disk, or have a quota there that cannot be read in advance. */
const isOutOfSpace = (error: unknown) =>
  error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));
