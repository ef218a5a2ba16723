import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { loadEnvFile } from "node:process";
import { nodeFileTrace } from "@vercel/nft";
import { build } from "./build.js";

/**
 * `npm run standalone -- DIRECTORY`: builds the site, and copies it with the files of the packages
 * that it loads, so that it runs with Node alone: in a container, or on a machine without npm.
 */
// Before the build, which is another one for a hosted project.
if (existsSync(".env")) loadEnvFile(".env");

const [target] = process.argv.slice(2);

const entries = ["server/launcher/serve.js", "server/commands/run-command.js"];
/** What is read by name, which no tracing finds. */
const read = [
  "build/client",
  "build/server",
  "build/studio",
  "build/maps",
  "content",
  "LICENSE",
  // Of the social images.
  "node_modules/@fontsource/instrument-sans",
];
/** Loaded in development only. */
const ignored = ["node_modules/vite/**", "node_modules/@remix-run/dev/**"];
const commands = ["accounts", "admin", "backup", "content", "doctor", "restore"];

try {
  if (!target) throw new Error("Usage: npm run standalone -- DIRECTORY");
  const directory = resolve(process.env.INIT_CWD ?? ".", target);
  if ((await readdir(directory).catch(() => [])).length > 0)
    throw new Error(`${directory} is not empty: choose a new directory.`);
  await build();
  await copyTo(directory);
  console.log(`${directory} has the whole site: node server/launcher/serve.js serves it there.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} directory */
async function copyTo(directory) {
  const processes = (await readdir("build/process")).filter((name) => name.endsWith(".js"));
  const { fileList } = await nodeFileTrace(
    [...entries, ...processes.map((name) => `build/process/${name}`), "build/server/index.js"],
    { ignore: ignored },
  );
  for (const file of fileList) await copy(file, directory);
  for (const path of read) await copy(path, directory);
  await writePackage(directory);
}

/** @param {string} path @param {string} directory */
async function copy(path, directory) {
  await mkdir(dirname(join(directory, path)), { recursive: true });
  await cp(path, join(directory, path), { recursive: true, dereference: true });
}

/**
 * The same commands as in the repository, without a build before them.
 *
 * @param {string} directory
 */
async function writePackage(directory) {
  const { name, license, engines } = JSON.parse(await readFile("package.json", "utf8"));
  const serve = "node server/launcher/serve.js";
  const scripts = Object.fromEntries(commands.map((command) => [command, `${serve} ${command}`]));
  await writeFile(
    join(directory, "package.json"),
    `${JSON.stringify({ name, private: true, type: "module", license, engines, scripts: { start: `exec ${serve}`, ...scripts } }, null, 2)}\n`,
  );
}
