import { constants } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { freeBytes, hasFewInodes } from "@platen/kit";
import {
  deleteOldest,
  deleteUnfinished,
  nameOf,
  newestBackup,
  newUnfinished,
} from "./backup-directory";
import { type BackedUpFile, filesBelow, hashFile, type Manifest, manifestName } from "./manifest";

const keyFiles = ["secrets.json", "signing-keys.json"];
/** Below `assets`: content-addressed originals. Derived images are not backed up. */
const assetFolders = ["assets/images", "assets/files"];
/** Bytes that stay free on the disk of the backups, which may be the site's. */
const reserve = 256 * 1024 * 1024;

/** What to back up, and where to. */
export interface Source {
  dataDirectory: string;
  /** Where the backups are. */
  directory: string;
  /** Copies the database into a directory that does not exist yet, all of it at one moment. */
  copyDatabase: (target: string) => Promise<void>;
  /** How many backups to keep, with the new one; all when absent. */
  keep?: number;
  now?: () => Date;
}

/** A backup that was taken, for the report to the operator. */
export interface TakenBackup {
  path: string;
  /** Bytes of all of its files, and of those that the one before did not have. */
  bytes: number;
  newBytes: number;
  files: number;
  /** The names of old backups that were deleted. */
  deleted: string[];
}

/**
 * Takes a backup of a data directory while its site runs: the database, then the keys and the
 * uploaded files. An upload's file is written before its document and is never deleted, so every
 * document in the copied database finds its file.
 *
 * A backup is a directory of plain files. Files that the one before has as well are hard links to
 * it and take no space.
 *
 * @throws an Error for the operator; removes the partial backup
 */
export async function takeBackup(source: Source): Promise<TakenBackup> {
  const dataDirectory = resolve(source.dataDirectory);
  const directory = resolve(source.directory);
  if (isWithin(directory, dataDirectory) || isWithin(dataDirectory, directory)) {
    throw new Error(`${directory} and the data directory may not lie within each other.`);
  }
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await deleteUnfinished(directory);
  await requireSpace(dataDirectory, directory);
  const before = await newestBackup(directory);
  const unfinished = await newUnfinished(directory);
  try {
    const takenAt = source.now?.() ?? new Date();
    await source.copyDatabase(join(unfinished, "postgres"));
    const copy = new Copy(unfinished, before);
    await copy.add(await filesBelow(unfinished));
    for (const file of await filesToCopy(dataDirectory)) await copy.take(dataDirectory, file);
    await writeManifest(unfinished, { takenAt: takenAt.toISOString(), files: copy.files });
    const name = nameOf(takenAt);
    const path = join(directory, name);
    await rename(unfinished, path);
    await syncDirectory(directory);
    const deleted = source.keep ? await deleteOldest(directory, source.keep, name) : [];
    const bytes = copy.files.reduce((sum, file) => sum + file.bytes, 0);
    return { path, bytes, newBytes: copy.newBytes, files: copy.files.length, deleted };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The files of a backup that is being taken, and what they share with the one before. */
class Copy {
  readonly files: BackedUpFile[] = [];
  newBytes = 0;
  readonly #directory: string;
  readonly #before: { path: string; files: Map<string, BackedUpFile> } | null;

  constructor(directory: string, before: { path: string; manifest: Manifest } | null) {
    this.#directory = directory;
    this.#before = before && {
      path: before.path,
      files: new Map(before.manifest.files.map((file) => [file.path, file])),
    };
  }

  /** Adds files that were copied already. */
  async add(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const file = { path, ...(await hashFile(join(this.#directory, path))) };
      const known = this.#before?.files.get(path);
      if (known?.sha256 === file.sha256 && (await this.#link(path))) this.files.push(file);
      else await this.#addNew(file);
    }
  }

  /**
   * Copies a file. The name of an asset contains its hash, so one that the last backup has is
   * linked.
   */
  async take(from: string, path: string): Promise<void> {
    const target = join(this.#directory, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const known = this.#before?.files.get(path);
    const isAsset = path.startsWith("assets/");
    const { size } = await stat(join(from, path));
    if (isAsset && known?.bytes === size && (await this.#link(path))) {
      this.files.push(known);
      return;
    }
    await copyFile(join(from, path), target, constants.COPYFILE_FICLONE);
    await this.add([path]);
  }

  async #addNew(file: BackedUpFile): Promise<void> {
    await sync(join(this.#directory, file.path));
    this.files.push(file);
    this.newBytes += file.bytes;
  }

  /**
   * Puts a hard link to the file of the previous backup in place, and returns whether that worked:
   * some disks have no links.
   */
  async #link(path: string): Promise<boolean> {
    if (!this.#before) return false;
    const target = join(this.#directory, path);
    try {
      await link(join(this.#before.path, path), `${target}.link`);
      await rename(`${target}.link`, target);
      return true;
    } catch {
      return false;
    }
  }
}

async function filesToCopy(dataDirectory: string): Promise<string[]> {
  const names = await readdir(dataDirectory);
  const files = keyFiles.filter((name) => names.includes(name));
  for (const folder of assetFolders) {
    const found = await readdir(join(dataDirectory, folder)).catch(() => []);
    files.push(...found.map((name) => `${folder}/${name}`));
  }
  return files;
}

/** Requires room for all of the database, of which a copy is made before any of it is linked. */
async function requireSpace(dataDirectory: string, directory: string): Promise<void> {
  const database = join(dataDirectory, "postgres");
  let needed = reserve;
  for (const file of await filesBelow(database)) {
    // Postgres may delete a file in the meantime.
    needed += await stat(join(database, file)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  const free = freeBytes(directory);
  if (free >= needed) return;
  if (hasFewInodes(directory))
    throw new Error(`There are too few free inodes on the disk of ${directory}: delete files.`);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
  throw new Error(
    `There is too little space on the disk of ${directory}: a backup needs ${megabytes(needed)} MB, and ${megabytes(free)} MB are free.`,
  );
}

async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const path = join(directory, manifestName);
  const file = await open(path, "wx", 0o600);
  await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
  await file.sync();
  await file.close();
}

/**
 * Flushes a file to disk: without this, a power failure could leave a complete backup of empty
 * files.
 */
async function sync(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync().finally(() => file.close());
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  await directory.sync().finally(() => directory.close());
}

function isWithin(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
