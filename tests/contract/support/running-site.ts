import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SiteBuild } from "../../../server/site/load-site";
import { createLogger } from "../../../server/logging/logger";
import { appMigrations } from "../../../server/backend/app-migrations";
import type { SiteOptions } from "../../../server/site/site";
import { serveSite } from "../../../server/site/site-server";
import { importSeed } from "../../../server/backend/seed";
import { migrations as authMigrations } from "@platen/auth/migrations";
import {
  publishableKey,
  secretKey,
  type Settings as AccountSettings,
  startTestService,
  type TestService,
} from "@platen/auth/testing/service";
import { type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { bundle } from "@platen/kit/testing/bundle";
import { serveSocket, socketPath } from "@platen/postgres";
import type { Queryable } from "@platen/postgres/database";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { assembleBuild } from "./assemble-build";
import { freePort } from "../../e2e/support/start-site";

export interface RunningSite {
  url: string;
  port: number;
  build: SiteBuild;
  lake: ServedLake;
  lakeDatabase: Queryable;
  accounts: TestService;
  /** Simulate failures of the network between the site and a service, and end them. */
  lakeLink: Relay;
  accountsLink: Relay;
  /** Everything that it has logged so far. */
  log(): string;
  stop(): Promise<void>;
}

interface Relay {
  /** New connections fail, and open ones are cut off. */
  refuseConnections(): void;
  /** Connections are accepted, and never get a response. */
  stopResponding(): void;
  /** Connections get a response that the service is overloaded. */
  reportOverload(): void;
  /** An open connection is cut off at its next request: the other side had closed it. */
  closeIdleConnections(): void;
  resume(): void;
}

/**
 * The whole site in this process, without a build: its own server and routes, on a lake with the
 * sample content and the accounts' service. Once per test file, because the app reads its
 * environment once.
 */
export async function startRunningSite(
  options: Partial<SiteOptions> = {},
  accountSettings: AccountSettings = {},
): Promise<RunningSite> {
  const [database, lakeDatabase] = [
    await openMemoryDatabase({ migrations: [authMigrations, appMigrations] }),
    await openMemoryDatabase(),
  ];
  const [lake, accounts, port] = await Promise.all([
    serveLake(lakeDatabase),
    startTestService({ database, ...accountSettings }),
    freePort(),
  ]);
  const data = await mkdtemp(join(tmpdir(), "running-site-data-"));
  const password = "a password for this test alone, thirty-two characters";
  const socket = await serveSocket(database, { path: await socketPath(data), password });
  await importSeed(lake.lake, "sample");
  const lakeLink = await startRelay(lake.url);
  const accountsLink = await startRelay(new URL(accounts.url).origin);
  const url = `http://localhost:${port}`;
  const siteUrl = options.siteUrl ?? url;
  Object.assign(process.env, {
    SITE_URL: siteUrl,
    SANITY_PROJECT_ID: "local",
    SANITY_DATASET: "production",
    SANITY_API_HOST: lakeLink.url,
    SANITY_API_TOKEN: tokens.readToken,
    SANITY_IMAGE_BASE: "/lake",
    SUPABASE_URL: new URL(accountsLink.url).origin,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    DATABASE_URL: socket.url,
  });
  const root = await mkdtemp(join(tmpdir(), "running-site-"));
  await mkdir(join(root, "build/client/assets"), { recursive: true });
  await writeFile(join(root, "build/client/favicon.svg"), "<svg/>");
  await mkdir(join(root, "build/studio"));
  await writeFile(join(root, "build/studio/index.html"), "<!doctype html><title>Studio</title>");
  await writeFile(join(root, "build/client/assets/app-1.js"), "export {};\n".repeat(200));
  const log: string[] = [];
  const build = await assembleBuild();
  const ogImageWorker = await bundle("app/seo/open-graph/og-image-worker.ts");
  const avatarProcess = await bundle("app/account/profile/avatar-process.ts");
  const siteOptions: SiteOptions = {
    root,
    ogImageWorker: pathToFileURL(ogImageWorker.file),
    avatarProcess: pathToFileURL(avatarProcess.file),
    logger: createLogger({ write: (line) => void log.push(line) }),
    host: "127.0.0.1",
    port,
    siteUrl,
    trustedProxies: 0,
    hstsScope: "host" as const,
    mode: "production",
    lake: { target: lakeLink.url, proxyToken: tokens.proxyToken },
    auth: new URL(accountsLink.url).origin,
    imageHosts: [],
    studioHosts: [],
    analyticsHosts: [],
    frameHosts: [],
    examineSite: async () => [],
    warmsUp: true,
    ...options,
  };
  const app = { load: async () => build };
  const site = await serveSite(siteOptions, (parts) =>
    build.entry.module.createSite({ ...siteOptions, ...parts, app }),
  );
  return {
    url,
    port,
    build,
    lake,
    lakeDatabase,
    accounts,
    lakeLink,
    accountsLink,
    log: () => log.join(""),
    async stop() {
      await site.stop();
      await lakeLink.close();
      await accountsLink.close();
      await lake.close();
      await socket.close();
      await accounts.close();
      await ogImageWorker.remove();
      await avatarProcess.remove();
      await rm(data, { recursive: true, force: true });
      await rm(root, { recursive: true, force: true });
    },
  };
}

/**
 * A proxy in front of the lake that can fail as a network does: no new connections, and open ones
 * are cut off.
 */
async function startRelay(target: string) {
  const { port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  let state: "open" | "silent" | "busy" | "shut" = "open";
  const accepted = new Set<Socket>();
  const server = createServer((near) => {
    if (state === "shut") return near.destroy();
    if (state === "silent") {
      sockets.add(near);
      return near.on("error", () => {}).resume();
    }
    if (state === "busy") {
      near.on("error", () => {});
      return near.once("data", () =>
        near.end("HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n"),
      );
    }
    accepted.add(near);
    near.once("close", () => accepted.delete(near));
    const far = connect(Number(port), "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.once("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const own = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${own}${pathname}`,
    refuseConnections() {
      state = "shut";
      for (const socket of sockets) socket.destroy();
    },
    stopResponding() {
      state = "silent";
      for (const socket of sockets) socket.destroy();
    },
    reportOverload() {
      state = "busy";
      for (const socket of sockets) socket.destroy();
    },
    closeIdleConnections() {
      const idle = [...accepted];
      for (const near of idle) {
        near.prependOnceListener("data", () => idle.forEach((one) => one.resetAndDestroy()));
      }
    },
    resume() {
      // A connection accepted meanwhile has no upstream.
      if (state === "silent") for (const socket of sockets) socket.destroy();
      state = "open";
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(closed));
    },
  };
}
