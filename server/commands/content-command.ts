import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { exportDataset, importDataset, openDataset, reachLake } from "@platen/content-lake/dataset";
import { connectToBackend } from "../backend/connection-file";
import { isSeed, type Seed } from "../backend/seed";
import { reportOn } from "./content-report";
import { contentOf, resetContent } from "./content-reset";
import { embeddedServices, readEnvironment } from "../config/environment";
import { namedByUser } from "./named-by-user";

export const usage = `Usage: npm run content -- export FILE
       npm run content -- import FILE [--missing | --replace]
       npm run content -- reset sample | blank | specification [--yes]
       npm run content -- check
       npm run content -- tokens create NAME [--write]
       npm run content -- tokens list
       npm run content -- tokens revoke NAME

export   writes all documents and assets to FILE: a .tar.gz, or an empty or new directory
import   reads a .tar.gz, an .ndjson file or a directory. Documents that are there stay as they are (--missing), or are
         replaced by those of the file (--replace)
reset    replaces all content by that of a new site, after writing a copy of it to DATA_DIR; asks first, unless --yes
check    looks at the whole content for drafts, schedules and errors, as the Studio's content check does; fails when
         something is wrong
tokens   let scripts read the content lake, and with --write also write to it`;

const hosted = `The content lake is hosted, so Sanity's own tools move its content. In the folder studio:
  npx sanity dataset export production content.tar.gz -p PROJECT
  npx sanity dataset import content.tar.gz production -p PROJECT --missing`;

interface Lake {
  /** http://127.0.0.1:<port>/lake */
  url: string;
  /** Grants full access. */
  token: string;
  projectId: string;
  assetDirectory: string;
  dataDirectory: string;
}

/**
 * `npm run content`: exports and imports the embedded lake's content, and manages the tokens of
 * scripts, whether the site runs or not.
 *
 * @returns the exit code
 * @throws a sentence when it cannot be done
 */
export async function contentCommand(parameters: string[]): Promise<number> {
  const work = readCommand(parameters);
  if (!work) {
    console.error(usage);
    return 2;
  }
  const environment = readEnvironment(process.env);
  if (!embeddedServices(environment).lake) throw new Error(hosted);
  const dataDirectory = resolve(environment.DATA_DIR);
  const { variables, release } = await connectToBackend(dataDirectory);
  try {
    const code = await work({
      url: variables.SANITY_API_HOST ?? "",
      token: variables.LAKE_PROXY_TOKEN ?? "",
      projectId: variables.SANITY_PROJECT_ID ?? "",
      assetDirectory: join(dataDirectory, "assets"),
      dataDirectory,
    });
    return code ?? 0;
  } finally {
    await release();
  }
}

/**
 * @returns what to run, which may give an exit code other than 0; undefined when the parameters
 *   make no sense
 */
function readCommand(parameters: string[]): ((lake: Lake) => Promise<number | void>) | undefined {
  const flag = { type: "boolean", default: false } as const;
  let parsed;
  try {
    parsed = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: { missing: flag, replace: flag, write: flag, yes: flag },
    });
  } catch {
    return undefined;
  }
  const { replace, missing, write, yes } = parsed.values;
  const [action, subject = "", name = "", ...more] = parsed.positionals;
  const flags = Object.entries(parsed.values).flatMap(([flag, given]) => (given ? [flag] : []));
  const only = (...allowed: string[]) => flags.every((flag) => allowed.includes(flag));
  if (more.length > 0 || (action !== "tokens" && name !== "")) return undefined;
  if (action === "check" && !subject && only()) return check;
  if (action === "export" && subject && only()) return (lake) => exportTo(lake, subject);
  if (action === "import" && subject && only("replace", "missing") && !(replace && missing)) {
    return (lake) => importFrom(lake, subject, replace ? "replace" : "missing");
  }
  if (action === "reset" && isSeed(subject) && only("yes"))
    return (lake) => resetTo(lake, subject, yes);
  if (action !== "tokens") return undefined;
  if (subject === "create" && name && only("write")) {
    return (lake) => createToken(lake, name, write);
  }
  if (subject === "list" && !name && only()) return listTokens;
  if (subject === "revoke" && name && only()) return (lake) => revokeToken(lake, name);
  return undefined;
}

async function check(lake: Lake): Promise<number> {
  const { lines, isWrong } = await reportOn(lake);
  console.log(lines.join("\n"));
  return isWrong ? 1 : 0;
}

async function exportTo(lake: Lake, file: string): Promise<void> {
  const { documents, assets } = await exportDataset({
    lake: await reachLake({ ...lake, dataset: "production" }),
    file: namedByUser(file),
    onProgress: (done, total) => showProgress("assets", done, total),
  });
  console.log(`Exported ${documents} documents and ${assets} assets to ${file}.`);
}

async function importFrom(lake: Lake, file: string, mode: "replace" | "missing"): Promise<void> {
  const dataset = await openDataset(namedByUser(file));
  try {
    const { created, replaced, unchanged, assets } = await importDataset({
      ...dataset,
      lake: await reachLake({ ...lake, dataset: "production" }),
      mode,
      onProgress: ({ step, done, total }) => showProgress(step, done, total),
    });
    console.log(
      `Imported ${file}: ${created} documents created, ${replaced} replaced, ${unchanged} left as they were; ${assets} assets.`,
    );
  } finally {
    await dataset.close();
  }
}

async function resetTo(lake: Lake, seed: Seed, isConfirmed: boolean): Promise<number> {
  const reached = await reachLake({ ...lake, dataset: "production" });
  const count = contentOf(reached).length;
  const question = `All ${count} documents, drafts included, are replaced by the ${seed} site. Go on? (yes/no) `;
  if (!isConfirmed && !(await confirm(question))) {
    console.log("Nothing was changed.");
    return 1;
  }
  const copy = join(lake.dataDirectory, `content-before-reset-${fileTime(new Date())}.tar.gz`);
  await exportDataset({ lake: reached, file: copy });
  await resetContent(reached, seed);
  console.log(
    `The content is that of the ${seed} site. What was there is in ${copy}; "npm run content -- import ${copy} --replace" brings it back.`,
  );
  return 0;
}

/** What a user types; no without a terminal. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log(`${question}\nAdd --yes to confirm it.`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}

/** Such as "2026-11-30-171530". */
const fileTime = (time: Date) =>
  time.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");

/** On a terminal, one line that is overwritten; in a log, only the last state of each step. */
function showProgress(step: string, done: number, total: number): void {
  const end = done === total ? "\n" : "";
  if (process.stdout.isTTY) process.stdout.write(`\r${step}: ${done} of ${total}${end}`);
  else if (end) console.log(`${step}: ${total}`);
}

const tokenSchema = z.object({
  id: z.string(),
  label: z.string(),
  roles: z.array(z.object({ name: z.string() })),
});

async function createToken(lake: Lake, label: string, write: boolean): Promise<void> {
  const roleName = write ? "editor" : "viewer";
  const response = await askTokens(lake, "", "POST", { label, roleName });
  const { key } = z.object({ key: z.string() }).parse(await response.json());
  console.log(`The token "${label}" may ${write ? "read and write" : "read"}. It is shown once:\n`);
  console.log(key);
}

async function listTokens(lake: Lake): Promise<void> {
  const tokens = await readTokens(lake);
  if (tokens.length === 0) console.log("There are no tokens.");
  for (const { label, roles } of tokens) {
    const writes = roles.some(({ name }) => name === "editor");
    console.log(`${writes ? "read, write" : "read       "}  ${label}`);
  }
}

async function revokeToken(lake: Lake, label: string): Promise<void> {
  const token = (await readTokens(lake)).find((each) => each.label === label);
  if (!token) throw new Error(`There is no token named "${label}".`);
  await askTokens(lake, `/${token.id}`, "DELETE");
  console.log(`The token "${label}" is revoked.`);
}

async function readTokens(lake: Lake) {
  const response = await askTokens(lake, "", "GET");
  return z.array(tokenSchema).parse(await response.json());
}

async function askTokens(lake: Lake, path: string, method: string, body?: object) {
  const response = await fetch(`${lake.url}/v1/projects/${lake.projectId}/tokens${path}`, {
    method,
    headers: { Authorization: `Bearer ${lake.token}` },
    body: body && JSON.stringify(body),
  });
  if (response.ok) return response;
  const { message } = z.object({ message: z.string() }).parse(await response.json());
  throw new Error(`${message}.`);
}
