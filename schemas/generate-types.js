import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";

/*
 * Writes app/content/types.generated.ts: the types of the documents, and of the answer to every query in app/content/.
 * With --check it writes nothing and fails when the committed file is not what the schemas and queries give now.
 * Both steps are the Studio's own command line, and run without a network.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const studio = join(root, "studio");
const committedFile = join(root, "app/content/types.generated.ts");
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

/** @returns {Promise<string>} the contents that types.generated.ts should have */
const generate = async () => {
  mkdirSync(ignoredFolder, { recursive: true });
  // A folder of its own, because a test may check while somebody generates.
  const scratch = mkdtempSync(join(ignoredFolder, "types-"));
  try {
    const inScratch = (/** @type {string} */ name) => relative(studio, join(scratch, name));
    sanity(["schema", "extract", "--enforce-required-fields", "--path", inScratch("schema.json")]);
    writeFileSync(
      join(scratch, "typegen.json"),
      JSON.stringify({
        path: "../app/content/*.ts",
        schema: inScratch("schema.json"),
        generates: inScratch("types.ts"),
        overloadClientMethods: true,
        formatGeneratedCode: false,
      }),
    );
    sanity(["typegen", "generate", "--config-path", inScratch("typegen.json")]);
    const types = readFileSync(join(scratch, "types.ts"), "utf8").replace(
      `// Source: ${inScratch("schema.json")}`,
      "// Source: the schemas",
    );
    const options = await prettier.resolveConfig(committedFile);
    return await prettier.format(types, { ...options, filepath: committedFile });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

const types = await generate();
if (!process.argv.includes("--check")) {
  writeFileSync(committedFile, types);
} else if (readFileSync(committedFile, "utf8") !== types) {
  console.error(
    "app/content/types.generated.ts is older than the schemas or queries. Run: node schemas/generate-types.js",
  );
  process.exitCode = 1;
}
