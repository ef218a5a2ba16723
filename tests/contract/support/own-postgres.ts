import { execFile, execFileSync } from "node:child_process";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../e2e/support/start-site";
import { findPostgres, ownerOfServer } from "./postgres-server";

/** A PostgreSQL server as an operator has one: reached by TCP, with passwords, apart from others. */
export interface OwnPostgres {
  /** The URL of its administrator, or of another role, and of a database. */
  url(database: string, role?: string, password?: string): string;
  /** Applies a file of SQL as the administrator, as psql does. */
  apply(file: string): Promise<void>;
  /** Ends it as a power cut does, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const administrator = { name: "postgres", password: "of-the-administrator" };

/** Starts one; null where no PostgreSQL is installed. */
export async function startOwnPostgres(): Promise<OwnPostgres | null> {
  const programs = findPostgres();
  if (!programs) return null;
  const owner = ownerOfServer();
  const directory = await mkdtemp(join(tmpdir(), "own-postgres-"));
  const data = join(directory, "data");
  const port = await freePort();
  const passwordFile = join(directory, "password");
  await writeFile(passwordFile, administrator.password);
  if (owner) for (const path of [directory, passwordFile]) await chown(path, owner.uid, owner.gid);
  const options = { ...owner, cwd: directory, stdio: "ignore" } as const;
  const run = (program: string, parameters: string[]) =>
    execFileSync(join(programs, program), parameters, options);
  run("initdb", [
    ...["--pgdata", data, `--username=${administrator.name}`, `--pwfile=${passwordFile}`],
    ...["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
  ]);
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  const start = () =>
    run("pg_ctl", [
      "start",
      "--wait",
      "--pgdata",
      data,
      "-o",
      settings,
      "-l",
      join(directory, "log"),
    ]);
  const end = () => run("pg_ctl", ["stop", "--wait", "--mode=immediate", "--pgdata", data]);
  const url = (
    database: string,
    role = administrator.name,
    password = administrator.password,
  ): string => `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  start();
  return {
    url,
    apply: async (file) =>
      void (await promisify(execFile)(join(programs, "psql"), [
        ...["--no-psqlrc", "--quiet", "--file", file, url("postgres")],
      ])),
    restart: async () => {
      end();
      start();
    },
    async stop() {
      end();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
