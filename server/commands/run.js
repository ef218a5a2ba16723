import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { build } from "../build/build.js";
import { runCommand } from "./run-command.js";

/**
 * `npm run admin`, `accounts`, `content`, `backup`, `restore` and `doctor`: compiles what a command
 * needs, then runs it.
 */
// Before the build, which is another one for a hosted project.
if (existsSync(".env")) loadEnvFile(".env");

const [name = "", ...parameters] = process.argv.slice(2);

try {
  await build({ only: ["processes"] });
  await runCommand(name, parameters);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
