import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A superuser's URL at a real PostgreSQL server; absent where none is installed. */
    postgresServer: string | undefined;
  }
}

/** The message where there is none. */
export const missing =
  "No PostgreSQL is installed: what is tried on a real server was tried on the embedded one alone. Debian's package is `postgresql`.";

/** Where Debian and its derivatives install what is not on the PATH: a folder for each version. */
const versions = "/usr/lib/postgresql";

/** The folder with the programs of the newest installed PostgreSQL; null where there is none. */
export function findPostgres(): string | null {
  const packaged = existsSync(versions) ? readdirSync(versions).sort(byNumber).reverse() : [];
  const folders = [
    ...packaged.map((version) => join(versions, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  const programs = ["initdb", "postgres"];
  return folders.find((folder) => programs.every((it) => existsSync(join(folder, it)))) ?? null;
}

const byNumber = (one: string, other: string) => Number(one) - Number(other);

/**
 * Before the tests of the project "postgres": creates a server for them, on a socket in a directory
 * of its own, and removes both afterward. Creates none where TEST_DATABASE_URL names a server, or
 * no PostgreSQL is installed.
 */
export default async function startServer(project: TestProject) {
  const named = process.env.TEST_DATABASE_URL;
  if (named) return project.provide("postgresServer", named);
  const programs = findPostgres();
  if (!programs) return console.warn(missing);
  const owner = ownerOfServer();
  const directory = await mkdtemp(join(tmpdir(), "test-server-"));
  const data = join(directory, "data");
  if (owner) await chown(directory, owner.uid, owner.gid);
  execFileSync(
    join(programs, "initdb"),
    [
      ...["--pgdata", data, "--username=postgres", "--auth=trust"],
      ...["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
    ],
    { ...owner, cwd: directory, stdio: ["ignore", "ignore", "inherit"] },
  );
  // Nothing here outlives the run, so nothing has to reach the disk.
  const settings = {
    listen_addresses: "",
    unix_socket_directories: directory,
    max_connections: "200",
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
  };
  const server = spawn(
    join(programs, "postgres"),
    [
      "-D",
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    { ...owner, cwd: directory, stdio: ["ignore", "ignore", "pipe"] },
  );
  // An interrupted run must not leave a server behind.
  process.once("exit", () => server.kill("SIGQUIT"));
  const ended = new Promise<void>((done) => server.once("exit", () => done()));
  await ready(server.stderr);
  project.provide("postgresServer", `postgres://postgres@localhost/postgres?host=${directory}`);
  return async () => {
    server.kill("SIGQUIT");
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
}

/** PostgreSQL refuses to run as root: then as its package's user, or as nobody. */
export function ownerOfServer(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string, name: string) =>
    Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
  for (const name of ["postgres", "nobody"]) {
    try {
      return { uid: idOf("-u", name), gid: idOf("-g", name) };
    } catch {
      // There is no such user.
    }
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is neither a user postgres nor nobody.",
  );
}

/** Waits until the server is ready. Throws its output when it ended instead. */
async function ready(log: NodeJS.ReadableStream): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((begun, failed) => {
    createInterface({ input: log })
      .on("line", (line) => {
        if (line.includes("ready to accept connections")) begun();
        else said.push(line);
      })
      .on("close", () => failed(new Error(`PostgreSQL did not start:\n${said.join("\n")}`)));
  });
}
