import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { resultShapes } from "./result-shapes.js";

/*
 * `npm run generate` writes app/content/types.generated.ts, the types of the documents and of the
 * result of every query in app/content/queries/ and app/blocks/queries.ts, and shapes.generated.ts
 * beside it, with which the site validates the results against those types.
 *
 * With --check it writes nothing and fails when a committed file differs from what the schemas and
 * queries now generate. Both steps are the Studio's own command line, and run without a network.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const studio = join(root, "studio");
const typesFile = "app/content/types.generated.ts";
const shapesFile = "app/content/shapes.generated.ts";
/** Git and the Studio's build ignore this folder. */
const ignoredFolder = join(studio, ".sanity");

/**
 * Runs a command of the Studio's own CLI.
 *
 * @param {string[]} args
 * @throws {Error} with the command's output, when it fails
 */
const sanity = (args) => {
  try {
    execFileSync(process.execPath, [join(studio, "node_modules/sanity/bin/sanity"), ...args], {
      cwd: studio,
      env: { ...process.env, CI: "1", DO_NOT_TRACK: "1", SANITY_TELEMETRY_DISABLED: "1" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const output =
      error instanceof Error && "stderr" in error && "stdout" in error
        ? `${error.stdout}${error.stderr}`
        : String(error);
    throw new Error(`sanity ${args.join(" ")} failed:\n${output}`, { cause: error });
  }
};

/**
 * @returns {Promise<Record<string, string>>} the expected contents of the generated files, by name
 */
const generate = async () => {
  mkdirSync(ignoredFolder, { recursive: true });
  // A separate folder, because a test may check while a developer generates.
  const scratch = mkdtempSync(join(ignoredFolder, "types-"));
  try {
    const inScratch = (/** @type {string} */ name) => relative(studio, join(scratch, name));
    sanity(["schema", "extract", "--enforce-required-fields", "--path", inScratch("schema.json")]);
    writeFileSync(
      join(scratch, "typegen.json"),
      JSON.stringify({
        path: ["../app/content/queries/*.ts", "../app/blocks/queries.ts"],
        schema: inScratch("schema.json"),
        generates: inScratch("types.ts"),
        overloadClientMethods: true,
        formatGeneratedCode: false,
      }),
    );
    sanity(["typegen", "generate", "--config-path", inScratch("typegen.json")]);
    const written = readFileSync(join(scratch, "types.ts"), "utf8").replace(
      `// Source: ${inScratch("schema.json")}`,
      "// Source: the schemas",
    );
    const options = await prettier.resolveConfig(typesFile);
    const types = await prettier.format(written, { ...options, filepath: typesFile });
    const schema = JSON.parse(readFileSync(join(scratch, "schema.json"), "utf8"));
    return { [typesFile]: types, [shapesFile]: resultShapes(types, schema) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

for (const [name, text] of Object.entries(await generate())) {
  const file = join(root, name);
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    console.error(`${name} is older than the schemas or queries. Run: npm run generate`);
    process.exitCode = 1;
  }
}
