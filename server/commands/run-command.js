import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";

/**
 * Runs a compiled command, and sets the exit code.
 *
 * @param {string} name such as "backup"
 * @param {string[]} parameters
 */
export async function runCommand(name, parameters) {
  if (existsSync(".env")) loadEnvFile(".env");
  try {
    const url = new URL(`../../build/process/${name}-command.js`, import.meta.url);
    const { [`${name}Command`]: command, usage } = await import(url.href);
    if (parameters.includes("--help")) console.log(usage);
    else process.exitCode = await command(parameters);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
