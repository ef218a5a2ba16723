import { fork, type ChildProcess } from "node:child_process";
import cluster from "node:cluster";
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { readChildMessage } from "../process/ipc-messages";
import { requireOpenFiles } from "../process/open-files";
import {
  databaseServer,
  embeddedServices,
  readEnvironment,
  type LauncherEnvironment,
} from "../config/environment";
import { ChildProcesses } from "./child-processes";
import { HealthReports } from "./health-reports";
import { scheduleHousekeeping } from "../housekeeping/housekeeping";
import { siteProcessesFor } from "./site-process-count";
import { isThisMachine, mailPath } from "../config/loopback";

/**
 * Starts the backend process (when a service is embedded) and the site process, and replaces those
 * that stop.
 *
 * @param mode `development` serves the site through Vite.
 * @returns only by exiting the process.
 */
export async function launch(mode: "production" | "development"): Promise<void> {
  requireOpenFiles();
  const given = readEnvironment(process.env);
  const environment = { ...given, DATA_DIR: resolve(given.DATA_DIR) };
  const children = new ChildProcesses();

  process.on("SIGINT", () => children.stop(0));
  process.on("SIGTERM", () => children.stop(0));
  process.on("SIGHUP", () => children.stop(0));

  const variables: Record<string, string> = {
    NODE_ENV: mode,
    SITE_URL: environment.SITE_URL,
    DATA_DIR: environment.DATA_DIR,
  };
  const embedded = embeddedServices(environment);
  if (embedded.lake || embedded.auth) {
    // Copied, because with the variables set below, a restarted backend would treat the services as
    // hosted.
    const before = { ...variables };
    let port = "0";
    const [backend] = await children.start({
      name: "The backend",
      fork: () =>
        forkChild("backend.js", {
          ...before,
          BACKEND_PORT: port,
        }),
      replaced: "a new one replaces it, and pages are served from memory meanwhile.",
    });
    const serviceUrl = backend?.variables.SANITY_API_HOST ?? backend?.variables.SUPABASE_URL;
    if (serviceUrl) port = new URL(serviceUrl).port;
    Object.assign(variables, backend?.variables);
  }
  const setupToken = randomBytes(24).toString("hex");
  variables.SETUP_TOKEN = setupToken;
  const operator = { ...process.env };
  const health = new HealthReports(async () => {
    const { examineSite } = await import("../doctor/examine-site");
    return examineSite(operator);
  });
  const count = mode === "development" ? 1 : (environment.WEB_CONCURRENCY ?? siteProcessesFor());
  const [site] =
    count === 1
      ? await children.start({
          name: "The site",
          fork: (isReplacement) =>
            forkChild("site-process.js", { ...variables, ...warmUpSetting(isReplacement) }),
          replaced: "a new one replaces it.",
          onMessage(child, raw) {
            const message = readChildMessage(raw);
            if (message) void health.take(child, message);
          },
        })
      : await startGroup(children, count, variables, health);
  scheduleHousekeeping(() => forkChild("housekeeping-process.js", variables));
  announce(environment, embedded, site?.firstAdminIsMissing ? setupToken : null);
}

/**
 * A replacement renders pages when they are requested: a page that hung its predecessor, rendered
 * ahead of visitors again, kept the site down until its document was gone, without a visitor.
 */
const warmUpSetting = (isReplacement: boolean) => ({ WARM_UP: isReplacement ? "no" : "yes" });

function forkChild(file: string, variables: Record<string, string>): ChildProcess {
  return fork(resolve("build/process", file), {
    // glibc gives each thread its own arena, and memory that image processing frees there is never
    // returned: 274 MB instead of 186 in the backend, 250 instead of 180 after forty pictures.
    env: { ...process.env, ...variables, MALLOC_ARENA_MAX: "2" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Several site processes on one port, each with its own cache; one that dies is replaced. */
async function startGroup(
  children: ChildProcesses,
  count: number,
  variables: Record<string, string>,
  health: HealthReports,
) {
  // A single process needs neither.
  const { SiteGroup } = await import("./site-cluster");
  const { RateLimiterClusterMaster } = await import("rate-limiter-flexible");
  new RateLimiterClusterMaster();
  // The processes accept connections themselves. Passed on by the launcher, as Node does by
  // default, those of a flood used up its file descriptors, and it could start no process anymore.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: resolve("build/process/site-process.js") });
  const group = new SiteGroup();
  return children.start(
    {
      name: "A site process",
      fork(isReplacement) {
        const worker = cluster.fork({ ...variables, ...warmUpSetting(isReplacement) });
        // The error of its process, which is reported there: without a listener of its own, a
        // message to one that had just stopped ended the launcher.
        worker.on("error", () => {});
        return worker.process;
      },
      replaced: "a new one replaces it.",
      onStart: (child) => group.join(child),
      onStop: (child) => group.leave(child),
      onMessage(child, raw) {
        const message = readChildMessage(raw);
        if (!message) return;
        void group.take(child, message);
        void health.take(child, message);
      },
    },
    count,
  );
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
    `database ${databaseServer(environment) ? "on a server" : embedded.auth ? "embedded" : "hosted"}`,
  ];
  const lines = [
    "",
    `  Site     ${SITE_URL}`,
    `  Studio   ${SITE_URL}/studio`,
    `  Services ${services.join(", ")}`,
  ];
  if (embedded.lake || embedded.auth) lines.push(`  Data     ${DATA_DIR}`);
  if (embedded.auth && !environment.SMTP_URL) {
    const shown = isThisMachine(new URL(SITE_URL).host);
    lines.push(
      `  Mail     ${shown ? `${SITE_URL}${mailPath}` : `${DATA_DIR}/outbox`} (no SMTP_URL)`,
    );
  }
  if (setupToken) {
    lines.push("", "  This site has no administrator yet. Create the first account here, once:");
    lines.push(`  ${SITE_URL}/setup?token=${setupToken}`);
  }
  console.log(lines.join("\n"), "\n");
}
