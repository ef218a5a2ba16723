import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Role } from "@domain/accounts/viewer";
import { setRole } from "@domain/administration/set-role.server";
import type { Actor } from "@domain/audit/audit.server";
import { profiles } from "@domain/database/tables.server";
import {
  leavesNoAdministrator,
  openTransactions,
  type ServiceTx,
} from "@domain/database/transactions.server";
import { askBackend } from "../backend/command-api";
import { connectToBackend } from "../backend/connection-file";
import { openDataDirectory } from "../backend/data-directory";
import {
  databaseServer,
  embeddedServices,
  readEnvironment,
  type LauncherEnvironment,
} from "../config/environment";
import { databaseRoles } from "./database-roles";
import { namedByUser } from "./named-by-user";
import { serviceKeyCommand } from "./service-key-command";

export const usage = `Usage: npm run admin -- create EMAIL [--password-stdin]
       npm run admin -- grant EMAIL [--role Admin|Editor]
       npm run admin -- revoke EMAIL
       npm run admin -- rotate-keys
       npm run admin -- database-roles FILE
       npm run admin -- service-key create NAME
       npm run admin -- service-key list
       npm run admin -- service-key revoke PREFIX`;

const grantable = z.enum(["Admin", "Editor"]);

/**
 * `npm run admin`: creates an administrator, or grants or revokes a role, in both modes and whether
 * the site runs or not; or creates a new signing key for the embedded accounts, writes the SQL for a
 * database server, or manages the keys of the gateway.
 *
 * @returns the exit code.
 */
export async function adminCommand(parameters: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: {
      "password-stdin": { type: "boolean", default: false },
      role: { type: "string", default: "Admin" },
    },
  });
  const [action, email] = positionals;
  const granted = grantable.safeParse(values.role);
  const environment = readEnvironment(process.env);
  if (action === "rotate-keys" && positionals.length === 1) return rotateKeys(environment);
  if (action === "database-roles" && email && positionals.length === 2)
    return writeRoles(environment, namedByUser(email));
  if (action === "service-key") {
    const code = await withDatabase(environment, ({ withService }) =>
      withService((tx) => serviceKeyCommand(tx, positionals.slice(1))),
    );
    if (code === null) console.error(usage);
    return code ?? 2;
  }
  if (
    !action ||
    !["create", "grant", "revoke"].includes(action) ||
    !email?.includes("@") ||
    !granted.success
  ) {
    console.error(usage);
    return 2;
  }
  return withDatabase(environment, async ({ withService }, variables) => {
    if (action === "create") {
      const password = values["password-stdin"] ? await readStandardInput() : await askPassword();
      await createAccount(variables, email, password);
    }
    const role = action === "revoke" ? "User" : granted.data;
    await withService((tx) => changeRole(tx, email, role));
    console.log(`${email} has the role ${role}.`);
    return 0;
  });
}

/** Runs `work` on the accounts' database, wherever it is, and whether the site runs or not. */
async function withDatabase<Result>(
  environment: LauncherEnvironment,
  work: (
    database: ReturnType<typeof openTransactions>,
    variables: Record<string, string | undefined>,
  ) => Promise<Result>,
): Promise<Result> {
  const backend = embeddedServices(environment).auth
    ? await connectToBackend(resolve(environment.DATA_DIR))
    : { variables: { ...process.env }, release: async () => {} };
  const database = openTransactions(backend.variables.DATABASE_URL ?? "");
  try {
    return await work(database, backend.variables);
  } catch (error) {
    // What the site would respond to a visitor; the cause is printed already.
    if (error instanceof Response) throw new Error("Nothing was done.", { cause: error });
    throw error;
  } finally {
    await database.close();
    await backend.release();
  }
}

/**
 * Creates a new signing key; the old one verifies until the last token that it signed has expired.
 */
async function rotateKeys(environment: LauncherEnvironment): Promise<number> {
  if (!embeddedServices(environment).auth) {
    throw new Error("The keys are the hosted project's: rotate them in its settings.");
  }
  const backend = await connectToBackend(resolve(environment.DATA_DIR));
  try {
    await askBackend(backend.variables, "POST", "rotate-keys");
    console.log(
      "New tokens are signed with a new key. The old one verifies until the last token that it signed has expired.",
    );
    return 0;
  } finally {
    await backend.release();
  }
}

/** Writes the SQL that prepares a PostgreSQL server for the site. */
async function writeRoles(environment: LauncherEnvironment, file: string): Promise<number> {
  const server = databaseServer(environment);
  if (!server)
    throw new Error("Set DATABASE_URL, without SUPABASE_URL, to the URL of the database's owner.");
  const dataDirectory = resolve(environment.DATA_DIR);
  await openDataDirectory(dataDirectory);
  // Into a file, for its owner alone: it has passwords, and npm prints lines of its own.
  await writeFile(file, await databaseRoles(server, dataDirectory), { mode: 0o600, flag: "wx" });
  console.log(
    `Apply ${file} as the administrator of the server (psql --file=${file}), then delete it: it has passwords.`,
  );
  return 0;
}

/**
 * Creates a confirmed account through the admin API of Supabase Auth (`POST /auth/v1/admin/users`).
 */
async function createAccount(
  variables: Record<string, string | undefined>,
  email: string,
  password: string,
): Promise<void> {
  const key = variables.SUPABASE_SECRET_KEY ?? "";
  const response = await fetch(`${variables.SUPABASE_URL}/auth/v1/admin/users`, {
    method: "POST",
    headers: {
      apikey: key,
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "X-Supabase-Api-Version": "2024-01-01",
    },
    body: JSON.stringify({ email, password, email_confirm: true }),
  });
  if (response.ok) return;
  const problem = z.object({ message: z.string() }).safeParse(await response.json());
  throw new Error(`The account was not made: ${problem.data?.message ?? response.statusText}`);
}

/** A shell on the server needs no account, and no reason. */
const shell: Actor = { id: null, name: "a shell on the server", ipAddress: null };

async function changeRole(tx: ServiceTx, email: string, role: Role): Promise<void> {
  const [account] = await tx
    .select()
    .from(profiles)
    .where(eq(profiles.email, email.toLowerCase()))
    .for("update");
  if (!account) throw new Error(`No account has the email address ${email}.`);
  try {
    await setRole(tx, shell, account, { role });
  } catch (error) {
    if (!leavesNoAdministrator(error)) throw error;
    throw new Error(`${email} is the last administrator: grant the role to someone else first.`);
  }
}

async function readStandardInput(): Promise<string> {
  process.stdin.setEncoding("utf8");
  let text = "";
  for await (const chunk of process.stdin) text += String(chunk);
  return text.replace(/\r?\n$/, "");
}

/** Prompts for a password without echoing it. */
async function askPassword(): Promise<string> {
  process.stdout.write("Password: ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const password = await terminal.question("");
  terminal.close();
  process.stdout.write("\n");
  return password;
}
