import { resolve } from "node:path";
import { PGlite, types } from "@electric-sql/pglite";
import { DiskSpace, endlessSpace, floors, hasFewInodes, withFloor } from "@platen/kit";
import { explainFailure, noInodesOn, prepareCluster } from "./cluster";
import { DatabaseError } from "./database";
import { CrashDetector } from "./crash-detector";
import { nestsTooDeep } from "./nesting";
import { roles } from "./roles";
import type { EmbeddedDatabase } from "./embedded-database";
import { SharedSession } from "./session";

const megabyte = 1024 * 1024;

const settings = {
  // The default of 128 MB is touched at startup: resident memory would be 140 MB higher.
  shared_buffers: "16MB",
  min_wal_size: "32MB",
  // WebAssembly frames leave little on the stack that Postgres measures: it must refuse long before
  // the JavaScript stack overflows.
  max_stack_depth: "100kB",
};

/**
 * Opens the embedded Postgres in `directory`, or creates it there, with the roles of a hosted
 * Supabase database. One process may do so at a time: call `lockDirectory` first, because a second
 * process would silently destroy data.
 *
 * @param space of the disk that the directory is on
 * @throws {DatabaseError} with one sentence that names the directory: wrong version, no permission,
 *   no space, damaged.
 */
export async function openDatabase(
  directory: string,
  space = new DiskSpace(directory),
): Promise<EmbeddedDatabase> {
  const path = resolve(directory);
  await prepareCluster(path);
  // Postgres would start, and panic at the end of its recovery.
  if (!withFloor("start", () => space.allows())) {
    if (hasFewInodes(path)) throw noInodesOn(path);
    const needed = Math.ceil(floors.start / megabyte);
    throw new DatabaseError(
      `There is too little space left on the disk of ${path}: the database needs ${needed} MB to start. Free some.`,
    );
  }
  const { database } = await open({
    dataDir: path,
    space,
    explain: (failure) => explainFailure(path, failure.reason),
  });
  return database;
}

/**
 * Opens an embedded Postgres in memory, which ends with the process: for tests.
 *
 * @param contents the initial data directory, as a tar archive; a new cluster when absent, which
 *   takes seconds
 * @param space of the simulated disk
 * @returns with it a function that archives its data directory
 */
export async function openInMemory(contents?: Blob, space = endlessSpace) {
  const { pglite, database } = await open({
    dataDir: "memory://",
    loadDataDir: contents,
    space,
    explain: async (failure) => new DatabaseError(failure.reason),
  });
  return { database, archive: (): Promise<Blob> => pglite.dumpDataDir("none") };
}

interface Opening {
  dataDir: string;
  loadDataDir?: Blob;
  space: DiskSpace;
  explain: (failure: CrashDetector) => Promise<DatabaseError>;
}

async function open({ space, explain, ...where }: Opening) {
  const failure = new CrashDetector();
  let pglite: PGlite;
  try {
    pglite = await PGlite.create({
      ...where,
      startParams: [
        ...PGlite.defaultStartParams,
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      parsers: {
        [types.DATE]: (text) => text,
        // Written as UTC; read as local time it would shift in another time zone.
        [types.TIMESTAMP]: (text) => new Date(`${text}Z`),
      },
      serializers: { [types.JSON]: toJson, [types.JSONB]: toJson },
      onStderr: (line) => {
        failure.readLog(line);
        return false;
      },
    });
  } catch {
    throw await explain(failure);
  }
  failure.watch(pglite);
  const database = new SharedSession(pglite, failure, space);
  await withFloor("start", () => database.execute(roles));
  return { pglite, database };
}

function toJson(value: unknown): string {
  let json: string | undefined;
  try {
    json = typeof value === "string" ? value : JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  if (json === undefined || nestsTooDeep(json)) {
    throw new DatabaseError("A JSON value is nested more than 1000 levels deep.", {
      code: "54001",
    });
  }
  return json;
}
