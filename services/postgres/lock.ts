import { randomBytes } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DatabaseError } from "./database";
import { runDirectory } from "./run-directory";

const lockName = /^lock\.(\d+)-[0-9a-f]+$/;

/**
 * A starting process uses a new name at each attempt: a name seen this often belongs to the holder.
 */
const sightingsOfHolder = 4;

/**
 * Locks a directory for this process until `release`, or until the process ends in any way.
 *
 * A process holds the lock while it listens on a socket in the run directory and nobody else does.
 * The kernel stops listening for a killed process, so no process IDs are compared (they are reused,
 * and differ between containers). Sockets that nobody listens on are removed; their names are never
 * reused, so a live one cannot be removed by accident.
 *
 * @throws {DatabaseError} naming the other process.
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  const run = await runDirectory(directory);
  const sightings = new Map<string, number>();
  for (let attempt = 1; ; attempt += 1) {
    // Listen first, look for others second: of two starting processes, the one that looks last sees
    // the other.
    const mine = `lock.${process.pid}-${randomBytes(8).toString("hex")}`;
    const server = await listen(join(run, mine));
    const release = async () => {
      await rm(join(run, mine), { force: true });
      await new Promise((closed) => server.close(closed));
    };
    const other = await findHolder(run, mine);
    if (!other) return { release };
    await release();
    const times = (sightings.get(other) ?? 0) + 1;
    sightings.set(other, times);
    if (times === sightingsOfHolder) {
      throw new DatabaseError(
        `Another site is using DATA_DIR ${directory}: stop its launcher (its backend is pid ${lockName.exec(other)?.[1]}), or choose another directory.`,
      );
    }
    // Two that start at once see each other and both back off: the shorter wait wins.
    await wait(Math.random() * 50 * attempt);
  }
}

/** Finds another lock socket that a process listens on, and removes those of dead processes. */
async function findHolder(run: string, mine: string): Promise<string | undefined> {
  for (const name of await readdir(run)) {
    if (!lockName.test(name) || name === mine) continue;
    if (await isListening(join(run, name))) return name;
    await rm(join(run, name), { force: true });
  }
  return undefined;
}

/**
 * A socket appears under its final name only when it accepts connections: no process takes it for a
 * dead one.
 */
async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((listening, failed) => {
    server.once("error", (error) =>
      failed(new DatabaseError(`No socket can be made at ${path} (${error.message}).`)),
    );
    server.listen(`${path}.new`, listening);
  });
  await rename(`${path}.new`, path);
  server.unref();
  return server;
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    // Any other error, such as a full queue or a foreign owner, comes from a live socket.
    socket.once("error", (error) => {
      const code = "code" in error ? error.code : undefined;
      resolve(code !== "ECONNREFUSED" && code !== "ENOENT");
    });
  });
}
