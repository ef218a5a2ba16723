import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { readChildMessage, type ReadyMessage } from "./child-messages";
import { embeddedServices, readEnvironment, type LauncherEnvironment } from "./environment";

/** How long children may take to finish what they are doing once asked to stop. */
const patienceMilliseconds = 10_000;

/**
 * Starts the backend process (when a service is embedded) and the site process, and keeps them together: what stops
 * one stops all.
 *
 * @param mode `development` serves the site through Vite.
 * @returns never, but by exiting the process.
 */
export async function launch(mode: "production" | "development"): Promise<void> {
  const read = readEnvironment(process.env);
  if (!read.ok) return giveUp(read.problems.join("\n"));
  const environment = { ...read.environment, DATA_DIR: resolve(read.environment.DATA_DIR) };
  const children = new Children();

  process.on("SIGINT", () => children.stop(0));
  process.on("SIGTERM", () => children.stop(0));
  process.on("SIGHUP", () => children.stop(0));

  const variables: Record<string, string> = {
    NODE_ENV: mode,
    SITE_URL: environment.SITE_URL,
    DATA_DIR: environment.DATA_DIR,
    PORT: String(environment.PORT),
  };
  const embedded = embeddedServices(environment);
  if (embedded.lake || embedded.auth) {
    const backend = await children.start("The backend", "backend.js", {
      ...variables,
      // glibc gives each thread an arena of its own, and what pictures leave there is never given back: 274 MB, not 186.
      MALLOC_ARENA_MAX: "2",
    });
    Object.assign(variables, backend.variables);
  }
  const setupToken = randomBytes(24).toString("hex");
  const site = await children.start("The site", "site-process.js", {
    ...variables,
    SANITY_DATASET: environment.SANITY_DATASET,
    SETUP_TOKEN: setupToken,
  });
  announce(environment, embedded, site.firstAdminIsMissing ? setupToken : null);
}

function announce(
  environment: LauncherEnvironment,
  embedded: { lake: boolean; auth: boolean },
  setupToken: string | null,
) {
  const { SITE_URL, DATA_DIR } = environment;
  const services = [
    `content lake ${embedded.lake ? "embedded" : "hosted"}`,
    `accounts ${embedded.auth ? "embedded" : "hosted"}`,
    `database ${embedded.auth ? "embedded" : "hosted"}`,
  ];
  const lines = [
    "",
    `  Site     ${SITE_URL}`,
    `  Studio   ${SITE_URL}/studio`,
    `  Services ${services.join(", ")}`,
  ];
  if (embedded.lake || embedded.auth) lines.push(`  Data     ${DATA_DIR}`);
  if (setupToken) {
    lines.push("", "  Nobody administers this site yet. Make the first account here, once:");
    lines.push(`  ${SITE_URL}/setup?token=${setupToken}`);
  }
  console.log(lines.join("\n"), "\n");
}

/** The launcher's children. The first that ends takes the others with it. */
class Children {
  private readonly running = new Map<ChildProcess, string>();
  private stopping: number | null = null;

  /** Starts a child and waits until it says that it serves. */
  start(name: string, file: string, variables: Record<string, string>): Promise<ReadyMessage> {
    const child = fork(resolve("build/process", file), {
      env: { ...process.env, ...variables },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.running.set(child, name);
    let reason: string | null = null;
    child.on("exit", (code, signal) => {
      this.running.delete(child);
      if (this.stopping === null) {
        console.error(
          reason ?? `${name} stopped (${signal ?? `exit code ${code}`}): stopping everything.`,
        );
        this.stop(1);
      } else if (this.running.size === 0) {
        process.exit(this.stopping);
      }
    });
    return new Promise((ready) => {
      child.on("message", (raw) => {
        const message = readChildMessage(raw);
        if (message?.type === "ready") ready(message);
        if (message?.type === "failed") reason = message.reason;
      });
    });
  }

  /** Stops the site first, so that what it is answering can still reach the services, then the rest. */
  stop(exitCode: number) {
    if (this.stopping !== null) return;
    this.stopping = exitCode;
    if (this.running.size === 0) process.exit(exitCode);
    const [last, ...others] = [...this.running.keys()].reverse();
    last?.once("exit", () => others.forEach((child) => child.kill("SIGTERM")));
    last?.kill("SIGTERM");
    setTimeout(() => {
      this.running.forEach((name, child) => {
        console.error(`${name} did not stop in time and was killed.`);
        child.kill("SIGKILL");
      });
    }, patienceMilliseconds).unref();
  }
}

function giveUp(problem: string): void {
  console.error(problem);
  process.exit(1);
}
