import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { build } from "../build/build.js";

/** `npm run admin`: compiles what the command needs, then runs it. */
if (existsSync(".env")) loadEnvFile(".env");

try {
  await build({ only: ["processes"] });
  const command = new URL("../../build/process/admin-command.js", import.meta.url);
  const { adminCommand } = await import(command.href);
  process.exitCode = await adminCommand(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
