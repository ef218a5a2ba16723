import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { freeBytes, hasFewInodes } from "@platen/kit";
import { DatabaseError } from "./database";

/**
 * The PostgreSQL major version inside the installed PGlite. Data directories of other versions
 * cannot be read.
 */
export const postgresVersion = "18";

const megabyte = 1024 * 1024;

/**
 * Makes sure that `directory` holds a database cluster that this Postgres can open; creates one
 * when it is missing or empty.
 *
 * @throws {DatabaseError} naming the directory and the remedy.
 */
export async function prepareCluster(directory: string): Promise<void> {
  const entries = await listDirectory(directory);
  if (entries === null || entries.length === 0) return createCluster(directory);
  if (!entries.includes("PG_VERSION")) {
    throw new DatabaseError(
      `${directory} is not empty and holds no Postgres database: choose an empty or a new directory.`,
    );
  }
  const version = (await readFile(join(directory, "PG_VERSION"), "utf8")).trim();
  if (version !== postgresVersion) {
    throw new DatabaseError(
      `${directory} was written by PostgreSQL ${version}, but this release runs PostgreSQL ${postgresVersion}: start the release that wrote it again.`,
    );
  }
}

/** Explains why opening failed: the file system, or otherwise a damaged cluster. */
export async function explainFailure(directory: string, log: string): Promise<DatabaseError> {
  if (hasFewInodes(directory) || freeBytes(directory) < megabyte) return noSpaceOn(directory);
  // Postgres's words for EMFILE and ENFILE: the database itself is whole.
  if (/no file descriptors available|too many (?:open )?files/i.test(log)) {
    return new DatabaseError(
      `The database in ${directory} cannot be opened, because too few files may be open here: raise the limit (ulimit -n).`,
    );
  }
  return new DatabaseError(
    `The database in ${directory} is damaged and cannot be opened (${log || "Postgres did not say why"}): put a backup in its place, or move it away to start with an empty one.`,
  );
}

/** The names in the directory, or null when it does not exist. */
async function listDirectory(directory: string): Promise<string[] | null> {
  try {
    if (!(await stat(directory)).isDirectory()) {
      throw new DatabaseError(`${directory} is a file: the database needs a directory.`);
    }
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return await readdir(directory);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw unusable(directory, error);
  }
}

/**
 * Runs initdb in a short-lived process, because it takes some 650 MB that a process never releases,
 * and moves the finished cluster into place: one interrupted half-way would look like a damaged
 * database.
 */
async function createCluster(directory: string): Promise<void> {
  const parent = dirname(directory);
  const prefix = `${basename(directory)}.new-`;
  const fresh = join(parent, prefix + randomBytes(6).toString("hex"));
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    if (hasFewInodes(parent)) throw noInodesOn(directory);
    if (freeBytes(parent) < 100 * megabyte) {
      throw new DatabaseError(
        `There is too little space on the disk of ${directory}: a new database needs 100 MB.`,
      );
    }
    for (const name of await readdir(parent)) {
      if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
    }
    await mkdir(fresh, { mode: 0o700 });
    await initialize(fresh);
    await rename(fresh, directory);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw unusable(directory, error);
  }
}

// The module is named by its path, and the code is text, so that it runs the same from source and
// from a single-file bundle.
const initialization = `
  import { setFlagsFromString } from "node:v8";
  setFlagsFromString("--liftoff-only"); // halves the time: optimized code does not pay off in two seconds
  const { PGlite } = await import(process.argv[1]);
  const database = await PGlite.create(process.argv[2]);
  await database.close();
`;

async function initialize(directory: string): Promise<void> {
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", initialization, pglite, directory],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [code, log] = await Promise.all([exited, text(child.stderr)]);
  if (code === 0) return;
  const reason = /^\w*Error.*$/m.exec(log)?.[0] ?? `exit code ${code}`;
  throw new DatabaseError(`Postgres could not make a database in ${directory} (${reason}).`);
}

function unusable(directory: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const code = errorCode(error);
  if (code === "EACCES" || code === "EPERM") {
    return new DatabaseError(`We may not read and write ${directory}: change its owner or mode.`);
  }
  if (code === "EROFS") return new DatabaseError(`${directory} is on a read-only file system.`);
  if (code === "ENOSPC" || code === "EDQUOT") return noSpaceOn(directory);
  if (code === "ENOTDIR" || code === "EEXIST") {
    return new DatabaseError(`${dirname(directory)} is a file: the database needs a directory.`);
  }
  return new DatabaseError(`${directory} cannot be used (${code ?? String(error)}).`);
}

/** The file system has the same error for both. */
const noSpaceOn = (directory: string) =>
  hasFewInodes(dirname(directory))
    ? noInodesOn(directory)
    : new DatabaseError(`There is no space left on the disk of ${directory}: free some.`);

/** Says what has run out: by its free bytes the disk does not look full. */
export const noInodesOn = (directory: string): DatabaseError =>
  new DatabaseError(`There are too few free inodes on the disk of ${directory}: delete files.`);

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
