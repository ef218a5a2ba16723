import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { build } from "../build/build.js";

/** `npm run admin`, `accounts`, `content`, `backup` and `restore`: compiles what a command needs, then runs it. */
if (existsSync(".env")) loadEnvFile(".env");

const [name, ...parameters] = process.argv.slice(2);

try {
  await build({ only: ["processes"] });
  const url = new URL(`../../build/process/${name}-command.js`, import.meta.url);
  const { [`${name}Command`]: command, usage } = await import(url.href);
  if (parameters.includes("--help")) console.log(usage);
  else process.exitCode = await command(parameters);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
