import { chmod, mkdir, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { Connection } from "./connection";
import { DatabaseError } from "./database";
import { maxSocketPath, runDirectory } from "./run-directory";
import type { EmbeddedDatabase } from "./embedded-database";

const socketName = ".s.PGSQL.5432";

/**
 * The path for the socket of a data directory: in its `run` directory, or elsewhere where the path
 * is short enough.
 */
export async function socketPath(dataDirectory: string): Promise<string> {
  return join(await runDirectory(dataDirectory), socketName);
}

/**
 * Serves the database to Postgres clients on a unix socket. They log in as `app` with the password,
 * share one Postgres session, and must not name their prepared statements (postgres.js: `prepare:
 * false`).
 *
 * @param path ends in `.s.PGSQL.5432`; at most 100 bytes. A stale socket of a dead process is
 *   replaced.
 * @returns the URL for clients (`postgres://app:…@localhost/postgres?host=<directory of the
 *   socket>`), and a function that closes it.
 * @throws {DatabaseError} when the path is too long.
 */
export async function serveSocket(
  database: EmbeddedDatabase,
  { path, password }: { path: string; password: string },
): Promise<{ url: string; close(): Promise<void> }> {
  if (Buffer.byteLength(path) > maxSocketPath) {
    throw new DatabaseError(
      `The path ${path} is longer than the ${maxSocketPath} bytes that a unix socket may have.`,
    );
  }
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await rm(path, { force: true });
  const [row] = await database.query<{ server_version: string }>("show server_version");
  const serving = new Map<Socket, Promise<void>>();

  const server = createServer((socket) => {
    const connection = new Connection(socket, database, password, row?.server_version ?? "");
    serving.set(
      socket,
      connection.serve().finally(() => serving.delete(socket)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  // No file descriptor left to accept with, for example: without a listener that would end the
  // process.
  server.on("error", (error) => console.error("The database cannot be reached:", error.message));
  await chmod(path, 0o600);

  const url = new URL("postgres://app@localhost/postgres");
  url.password = password;
  url.searchParams.set("host", directory);
  return {
    url: url.href,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of serving.keys()) socket.destroy();
      await Promise.all(serving.values());
      await closed;
    },
  };
}
