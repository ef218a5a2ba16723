import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { DatabaseError } from "./database";
import { type FileSystemOptions, networkFileSystem } from "./network-file-system";

/** Interval at which a claim is renewed … */
const beatMilliseconds = 5_000;

/** … and age at which one that was not renewed expires. */
const forgottenMilliseconds = 30_000;

const claim = z.object({ machine: z.string(), host: z.string(), at: z.number() });

/** The boot id: the same in all containers of a machine, and different after each reboot. */
function thisMachine(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Not Linux.
    return hostname();
  }
}

interface ClaimOptions extends FileSystemOptions {
  machine?: string;
  now?: () => number;
}

interface MachineClaim {
  /**
   * Settles when another machine has taken the directory: this one stalled for so long that its
   * claim expired.
   */
  lost: Promise<DatabaseError>;
  release(): Promise<void>;
}

/**
 * Claims a directory for this machine until `release`. A kernel lock does not cover processes of
 * other machines that see the same files: a live lock of one of them looked dead and was removed.
 *
 * @throws {DatabaseError} for a directory on a network file system, and for one that another
 *   machine claims.
 */
export async function claimForMachine(
  directory: string,
  { machine = thisMachine(), now = Date.now, ...fileSystem }: ClaimOptions = {},
): Promise<MachineClaim> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const name = await networkFileSystem(directory, fileSystem);
  if (name) {
    throw new DatabaseError(
      `DATA_DIR ${directory} is on a network file system (${name}), where the database cannot be stored safely: choose a directory of this machine, or set DATABASE_URL.`,
    );
  }
  const file = join(directory, "machine.json");
  const refuseOther = async () => {
    const other = await readClaim(file);
    if (!other || other.machine === machine || now() - other.at >= forgottenMilliseconds) return;
    throw new DatabaseError(
      `Another machine (${other.host}) is using DATA_DIR ${directory}, as its machine.json says: stop the site there, or choose another directory.`,
    );
  };
  const renew = async () => {
    await refuseOther();
    const mine = { machine, host: hostname(), at: now() };
    // Renamed into place: never half written, even if the process dies on the way.
    const fresh = `${file}.${randomUUID()}`;
    try {
      await writeFile(fresh, JSON.stringify(mine), { mode: 0o600 });
      await rename(fresh, file);
    } catch (error) {
      // A full disk has room for a name, but not for bytes: every renewal left an empty file.
      await rm(fresh, { force: true });
      throw error;
    }
  };
  await removeLeftovers(file);
  const found = await readClaim(file);
  if (found && found.machine !== machine && found.at - now() >= forgottenMilliseconds)
    await removeUnlessRenewed(file, found);
  // On a full disk nobody else could start either, and the site must keep running until an operator
  // frees it.
  await renew().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOSPC") throw error;
  });
  let lose: (reason: DatabaseError) => void = () => {};
  const lost = new Promise<DatabaseError>((resolve) => (lose = resolve));
  const beat = setInterval(() => {
    renew().catch((error: unknown) => {
      if (error instanceof DatabaseError) lose(error);
    });
  }, beatMilliseconds).unref();
  return {
    lost,
    async release() {
      clearInterval(beat);
      if ((await readClaim(file))?.machine === machine) await rm(file, { force: true });
    },
  };
}

/**
 * Removes what a process left behind that died between writing a claim and renaming it. Not a
 * recent one: another process of this machine may be about to rename it.
 */
async function removeLeftovers(file: string): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.`)) continue;
    const leftover = join(dirname(file), name);
    const stats = await stat(leftover).catch(() => undefined);
    if (!stats || Date.now() - stats.mtimeMs < forgottenMilliseconds) continue;
    await rm(leftover, { force: true });
  }
}

/**
 * Removes a claim from the future, unless it is renewed within the time in which any other would
 * expire. Its machine may have died while its clock was ahead: the site was locked out of its own
 * data until the clock got there again.
 */
async function removeUnlessRenewed(file: string, { host, at }: z.infer<typeof claim>) {
  const seconds = forgottenMilliseconds / 1_000;
  console.error(
    `${file} of ${host} is from the future: waiting ${seconds} seconds to see whether it is renewed.`,
  );
  await new Promise((resolve) => setTimeout(resolve, forgottenMilliseconds));
  if ((await readClaim(file))?.at === at) await rm(file, { force: true });
}

async function readClaim(file: string) {
  try {
    return claim.safeParse(JSON.parse(await readFile(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}
