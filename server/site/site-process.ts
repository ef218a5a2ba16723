import cluster from "node:cluster";
import { videoServices } from "../../schemas/paths/video-url";
import { loadCompiledSite, loadDevelopmentSite } from "./load-site";
import { tellLauncher } from "../process/ipc-messages";
import { runChild } from "../process/run-child";
import { readSiteEnvironment } from "../config/environment";
import { adoptConsole, createLogger } from "../logging/logger";
import type { SiteOptions } from "./site";
import { askHealth } from "./observe/ask-health";
import { serveSite } from "./site-server";
import { GroupMember } from "../launcher/site-cluster";

void runChild(async () => {
  const environment = readSiteEnvironment(process.env);
  const { SANITY_API_HOST: target, LAKE_PROXY_TOKEN: proxyToken } = environment;
  const embedded = target !== undefined && proxyToken !== undefined;
  const mode = environment.NODE_ENV === "development" ? "development" : "production";
  const logger = createLogger();
  // In development, developers read the console, not lines of JSON.
  if (mode === "production") adoptConsole(logger);
  const group = cluster.isWorker ? new GroupMember() : null;
  const options: SiteOptions = {
    ...(group && { gatherMetrics: () => group.gatherMetrics() }),
    examineSite: askHealth,
    logger,
    metricsToken: environment.METRICS_TOKEN,
    root: process.cwd(),
    ogImageWorker: new URL("./og-image-worker.js", import.meta.url),
    avatarProcess: new URL("./avatar-process.js", import.meta.url),
    mode,
    host: environment.HOST,
    port: environment.PORT,
    warmsUp: environment.WARM_UP === "yes",
    siteUrl: environment.SITE_URL,
    hstsScope: environment.HSTS,
    trustedProxies: environment.TRUSTED_PROXIES,
    ...(embedded && { lake: { target, proxyToken } }),
    ...(environment.SUPABASE_PUBLIC_URL !== undefined && { auth: environment.SUPABASE_URL }),
    imageHosts: embedded ? [] : ["https://cdn.sanity.io"],
    analyticsHosts: environment.ANALYTICS_SCRIPT
      ? [new URL(environment.ANALYTICS_SCRIPT).origin]
      : [],
    frameHosts: environment.VIDEO_PLAYERS.map((service) => videoServices[service].origin),
    studioHosts: embedded
      ? []
      : ["https://*.sanity.io", "wss://*.sanity.io", "https://cdn.sanity.io"],
  };
  const load = mode === "development" ? loadDevelopmentSite : loadCompiledSite;
  const site = await serveSite(options, (parts) => load({ ...options, ...parts }));
  group?.serve(site);
  // A site process holds no state that an aborted exchange could corrupt: the lake and the accounts
  // are the backend's. An exception in the listener of one exchange must not end those of everyone
  // else (decision 50).
  process.on("uncaughtException", (err) => {
    logger.error({ err }, "An uncaught exception ended one request.");
  });
  tellLauncher({ type: "ready", firstAdminIsMissing: site.firstAdminIsMissing });
  return site.stop;
});
