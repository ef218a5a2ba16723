import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/**
 * What the build produces, and from which files. A target is out of date when the contents of its
 * sources differ from the last build: modification times would not survive a clone or a copy.
 *
 * @type {{ name: string; output: string; sources: string[]; make: () => Promise<void> }[]}
 */
const targets = [
  {
    name: "processes",
    output: "build/process",
    sources: ["server", "services", "schemas", "supabase", "app", "domain", "package-lock.json"],
    make: buildProcesses,
  },
  {
    name: "site",
    output: "build/client",
    sources: [
      "app",
      "domain",
      "schemas",
      "server",
      "services",
      "public",
      "package-lock.json",
      "remix.config.js",
      "import-aliases.ts",
      "vite.config.ts",
    ],
    make: buildSite,
  },
  {
    name: "studio",
    output: "build/studio",
    sources: ["studio", "schemas", "app/ui/icons.svg", "package-lock.json"],
    make: async () => {
      await buildStudio("build/studio");
      await compressFiles("build/studio");
    },
  },
];

/**
 * Builds what is missing or out of date.
 *
 * @param {{ only?: string[]; force?: boolean }} [options] `only`: the names of the targets to look
 *   at
 */
export async function build({ only, force = false } = {}) {
  await mkdir("build", { recursive: true });
  /** @type {(() => Promise<void>)[]} */
  const builds = [];
  for (const target of targets) {
    if (only && !only.includes(target.name)) continue;
    const stamp = join("build", `${target.name}.stamp`);
    const current = await fingerprint(target.sources);
    const last = existsSync(target.output) ? await readFile(stamp, "utf8").catch(() => "") : "";
    if (!force && last === current) continue;
    builds.push(async () => {
      const started = Date.now();
      await rm(stamp, { force: true });
      await target.make();
      await writeFile(stamp, current);
      console.log(`Built the ${target.name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    });
  }
  if (builds.length > 0) console.log("Building …");
  // Together, because each is one process that keeps one core busy.
  const ends = await Promise.allSettled(builds.map((start) => start()));
  // Only now: a build that went on behind a failed one wrote into the next one's folder.
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** The environment variables that are compiled into the Studio's bundle. */
const studioVariables = ["SANITY_STUDIO_PROJECT_ID", "SANITY_STUDIO_DATASET"];

/** @param {string[]} sources @returns {Promise<string>} */
async function fingerprint(sources) {
  const hash = createHash("sha256");
  for (const name of studioVariables) hash.update(`${name}=${process.env[name] ?? ""}\0`);
  for (const source of sources) {
    for (const file of await filesOf(source))
      hash
        .update(file)
        .update("\0")
        .update(await readFile(file));
  }
  return hash.digest("hex");
}

/** @param {string} path @returns {Promise<string[]>} */
async function filesOf(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const skipped = new Set(["node_modules", "dist", ".sanity"]);
  const entries = await readdir(path, { withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => !skipped.has(entry.name) && !entry.name.includes(".test."))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => filesOf(join(path, entry.name))),
  );
  return files.flat();
}

async function buildProcesses() {
  const esbuild = await import("esbuild");
  await rm("build/process", { recursive: true, force: true });
  await esbuild.build({
    entryPoints: [
      "server/launcher/launcher.ts",
      "server/housekeeping/housekeeping-process.ts",
      "server/backend/backend.ts",
      "server/site/site-process.ts",
      "server/commands/admin-command.ts",
      "server/commands/accounts-command.ts",
      "server/commands/backup-command.ts",
      "server/commands/content-command.ts",
      "server/commands/doctor-command.ts",
      "server/commands/restore-command.ts",
      "services/content-lake/query/query-worker.ts",
      "services/content-lake/assets/transforms/transform-process.ts",
      "app/seo/open-graph/og-image-worker.ts",
      "app/account/profile/avatar-process.ts",
    ],
    outdir: "build/process",
    // All in one folder, whichever folder they come from.
    entryNames: "[name]",
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
    plugins: [rawFiles],
  });
  // Its process would live as long as the launcher.
  await esbuild.stop();
}

/**
 * Vite's `?raw` imports, for esbuild: the SQL files travel inside the bundle.
 *
 * @type {import("esbuild").Plugin}
 */
const rawFiles = {
  name: "raw-files",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(0, -"?raw".length)),
      namespace: "raw",
    }));
    onLoad({ filter: /.*/, namespace: "raw" }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
    }));
  },
};

async function buildSite() {
  await rm("build/client", { recursive: true, force: true });
  await rm("build/server", { recursive: true, force: true });
  await run("node", [
    "node_modules/@remix-run/dev/dist/cli.js",
    "vite:build",
    "--logLevel",
    "warn",
  ]);
  await takeMapsAway();
  await compressFiles("build/client");
}

/**
 * Source maps of the browser's scripts are for the server's log only: they are stored outside the
 * served folder.
 */
async function takeMapsAway() {
  await rm("build/maps", { recursive: true, force: true });
  await mkdir("build/maps/assets", { recursive: true });
  for (const file of await readdir("build/client/assets")) {
    if (file.endsWith(".map"))
      await rename(`build/client/assets/${file}`, `build/maps/assets/${file}`);
  }
}

/**
 * Builds the Studio, for a hosted project if the environment names one. Throws what the build
 * printed when it fails.
 *
 * @param {string} output the folder, which is emptied
 */
export async function buildStudio(output) {
  await rm(output, { recursive: true, force: true });
  await run("npx", ["--no", "sanity", "build", resolve(output), "-y"], {
    cwd: "studio",
    env: { SANITY_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", CI: "1" },
  });
  const { finish } = await import("../../studio/finish-build.js");
  await finish(output);
}

/** @param {string} folder whose files are served */
async function compressFiles(folder) {
  const { compress } = await import("./compress.js");
  await compress(folder);
}

/**
 * Runs a command quietly; its output is shown only when it fails.
 *
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ cwd?: string; env?: Record<string, string> }} [options]
 * @returns {Promise<void>}
 */
function run(command, parameters, { cwd, env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd,
      env: { ...process.env, NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${parameters.join(" ")} failed:\n${output}`));
    });
  });
}
