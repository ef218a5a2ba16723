import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { readChildMessage } from "../process/ipc-messages";

const variablesSchema = z.record(z.string(), z.string());

const connectionFile = (dataDirectory: string) => join(dataDirectory, "run", "backend.json");

/**
 * Writes the URLs and keys of a running backend to a file where commands of the same owner find
 * them.
 */
export async function writeConnectionFile(
  dataDirectory: string,
  variables: Record<string, string>,
) {
  const file = connectionFile(dataDirectory);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(variables), { mode: 0o600 });
}

/** Removes the connection file when the backend stops. */
export async function removeConnectionFile(dataDirectory: string) {
  await rm(connectionFile(dataDirectory), { force: true });
}

/**
 * Connects a command to the embedded services of a data directory: those of the running site, or
 * else a backend started for the length of the command. The directory is named on standard error:
 * without the site's DATA_DIR a command would report on another site, or create one.
 *
 * @returns the services' variables, and how to release them.
 * @throws a sentence when the backend cannot start.
 */
export async function connectToBackend(dataDirectory: string) {
  const isNew = !existsSync(join(dataDirectory, "secrets.json"));
  const advice = " (new: no site has used it yet. Set DATA_DIR if yours uses another)";
  console.error(`Data directory: ${dataDirectory}${isNew ? advice : ""}`);
  const variables = await readConnectionFile(dataDirectory);
  if (variables) return { variables, release: async () => {} };
  const child = fork(resolve("build/process/backend.js"), {
    env: { ...process.env, DATA_DIR: dataDirectory },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const started = await new Promise<Record<string, string>>((ready, fail) => {
    child.on("message", (raw) => {
      const message = readChildMessage(raw);
      if (message?.type === "ready") ready(message.variables);
      if (message?.type === "failed") fail(new Error(message.reason));
    });
    child.once("exit", (code) => fail(new Error(`The backend stopped (exit code ${code}).`)));
  });
  return {
    variables: started,
    async release() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/**
 * The connection file of a backend that responds; null when there is none, or when the backend was
 * killed and left its file behind.
 */
async function readConnectionFile(dataDirectory: string): Promise<Record<string, string> | null> {
  try {
    const text = await readFile(connectionFile(dataDirectory), "utf8");
    const variables = variablesSchema.parse(JSON.parse(text));
    // Either service may be hosted: then the file names only the other.
    const health = variables.SANITY_API_HOST
      ? await fetch(`${variables.SANITY_API_HOST}/v1/ping`)
      : await fetch(`${variables.SUPABASE_URL}/auth/v1/health`, {
          headers: { apikey: variables.SUPABASE_PUBLISHABLE_KEY ?? "" },
        });
    return health.ok ? variables : null;
  } catch {
    return null;
  }
}
