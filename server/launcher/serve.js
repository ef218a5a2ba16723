import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { runCommand } from "../commands/run-command.js";

/**
 * Serves the site where only its build is, as `npm run standalone` made it; or runs a command
 * there, if one is named: `node server/launcher/serve.js backup /mnt/backups`.
 */
const [command, ...parameters] = process.argv.slice(2);

if (command === undefined) await serve();
else await runCommand(command, parameters);

async function serve() {
  if (existsSync(".env")) loadEnvFile(".env");
  try {
    const launcher = new URL("../../build/process/launcher.js", import.meta.url);
    const { launch } = await import(launcher.href);
    await launch("production");
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
