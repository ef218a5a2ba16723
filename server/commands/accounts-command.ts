import { open, readFile, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  exportAccounts,
  importAccounts,
  type ImportReport,
  parseAccounts,
} from "@platen/auth/transfer";
import { DatabaseError } from "@platen/postgres/database";
import { importSummary, reportSchema } from "./accounts-report";
import { askBackend } from "../backend/command-api";
import { connectToBackend } from "../backend/connection-file";
import { embeddedServices, readEnvironment } from "../config/environment";
import { connectDatabase } from "../backend/postgres-database";

export const usage = `Usage: npm run accounts -- export FILE [--database postgres://…]
       npm run accounts -- import FILE [--database postgres://…]`;

/** A store of accounts, as far as exporting and importing needs it. */
interface Accounts {
  lines(): Promise<AsyncIterable<string | Uint8Array>>;
  take(text: string): Promise<ImportReport>;
  release(): Promise<void>;
}

/**
 * `npm run accounts`: exports all accounts with passwords, identities and second factors to a file,
 * or imports them from one; for the embedded service whether the site runs or not, or for the
 * database that `--database` names.
 *
 * @returns the exit code; 1 when accounts conflict with existing ones, and then none was imported.
 */
export async function accountsCommand(parameters: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { database: { type: "string" } },
  });
  const [action, file] = positionals;
  if ((action !== "export" && action !== "import") || !file || positionals.length > 2) {
    console.error(usage);
    return 2;
  }
  // Read before anything is started: a mistyped name costs nothing.
  const text = action === "import" ? await readFile(file, "utf8") : "";
  const accounts = await openAccounts(values.database);
  try {
    if (action === "export") {
      const rows = await writeRows(file, await accounts.lines());
      console.log(`${file} holds ${rows} rows. Keep it safe: it has password hashes and secrets.`);
      return 0;
    }
    return tell(await accounts.take(text));
  } finally {
    await accounts.release();
  }
}

async function openAccounts(databaseUrl: string | undefined): Promise<Accounts> {
  const environment = readEnvironment(process.env);
  if (databaseUrl === undefined && embeddedServices(environment).auth) {
    const { variables, release } = await connectToBackend(resolve(environment.DATA_DIR));
    return {
      async lines() {
        const { body } = await askBackend(variables, "GET", "accounts");
        return chunksOf(body);
      },
      take: async (text) =>
        reportSchema.parse(await (await askBackend(variables, "POST", "accounts", text)).json()),
      release,
    };
  }
  const database = connectDatabase(databaseUrl ?? environment.DATABASE_URL ?? "");
  try {
    await database.query("select from auth.users limit 0");
  } catch (error) {
    await database.close();
    if (!(error instanceof DatabaseError) || error.code !== "42501") throw error;
    throw new Error(
      "That login may not read accounts: give the URL of one that may with --database, on a hosted project that of postgres.",
    );
  }
  return {
    lines: async () => exportAccounts(database),
    take: (text) => importAccounts(database, parseAccounts(text)),
    release: () => database.close(),
  };
}

async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return;
    yield chunk.value;
  }
}

/** Writes a file that only its owner can read, atomically. @returns the number of lines */
async function writeRows(file: string, lines: AsyncIterable<string | Uint8Array>): Promise<number> {
  const unfinished = `${file}.new`;
  const handle = await open(unfinished, "wx", 0o600);
  let rows = 0;
  try {
    for await (const chunk of lines) {
      const bytes = Buffer.from(chunk);
      rows += bytes.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0);
      await handle.write(bytes);
    }
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
  return rows;
}

function tell(report: ImportReport): number {
  if (report.conflicts.length > 0) {
    console.error(report.conflicts.join("\n"));
    console.error("Nothing was imported. Remove these rows from the file, or resolve them, first.");
    return 1;
  }
  console.log(importSummary(report).join("\n"));
  return 0;
}
