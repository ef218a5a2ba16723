import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { build } from "../build/build.js";

/**
 * `npm start` and `npm run dev`: builds what is missing or out of date, then starts the launcher.
 * `npm run build` builds everything, with `--stale` what is missing or out of date. Plain
 * JavaScript, because it must run before anything is compiled.
 */
const [command = "start", option] = process.argv.slice(2);

if (existsSync(".env")) loadEnvFile(".env");

try {
  await build({
    only: command === "dev" ? ["processes"] : undefined,
    force: command === "build" && option !== "--stale",
  });
  if (command !== "build") {
    const launcher = new URL("../../build/process/launcher.js", import.meta.url);
    const { launch } = await import(launcher.href);
    await launch(command === "dev" ? "development" : "production");
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
