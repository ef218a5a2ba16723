import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createAuth } from "@platen/auth";
import { createLake } from "@platen/content-lake";
import { DiskSpace } from "@platen/kit";
import {
  claimForMachine,
  lockDirectory,
  openDatabase,
  serveSocket,
  socketPath,
} from "@platen/postgres";
import { migrate } from "@platen/postgres/migrations";
import { administratorsPublish } from "../../schemas/administrators-publish";
import { authSettings } from "../config/auth-environment";
import { commandPath, createBackendCommands } from "./command-api";
import { writeConnectionFile, removeConnectionFile } from "./connection-file";
import { leaveChild, readLauncherMessage, runChild, tellLauncher } from "../launcher/ipc-messages";
import { guardServer } from "../site/limits/guard-server";
import { openDataDirectory } from "./data-directory";
import { connectDatabase } from "./postgres-database";
import { embeddedServices, readEnvironment } from "../config/environment";
import { adoptConsole, createLogger } from "../logging/logger";
import { createMailer, mailProblem } from "./smtp-mailer";
import { appMigrations } from "./app-migrations";
import { readSecrets } from "./secrets";
import { mayPublish } from "./publishing-rights";
import { publishScheduledEdits } from "./scheduled-edits";
import { importSeed } from "./seed";

void runChild(async () => {
  const environment = readEnvironment(process.env);
  const { DATA_DIR: dataDirectory, SITE_URL: siteUrl } = environment;
  const embedded = embeddedServices(environment);

  const logger = createLogger();
  // In development, developers read the console, not lines of JSON.
  if (environment.NODE_ENV !== "development") adoptConsole(logger);
  for (const warning of await openDataDirectory(dataDirectory)) logger.warn({}, warning);
  const claim = await claimForMachine(dataDirectory);
  // Two machines that write to one database destroy it.
  void claim.lost.then(({ message }) => leaveChild(message));
  const lock = await lockDirectory(dataDirectory);
  const secrets = await readSecrets(dataDirectory);
  const space = new DiskSpace(dataDirectory, {
    onChange({ full, freeBytes }) {
      const megabytes = Math.floor(freeBytes / 1024 ** 2);
      if (full)
        logger.error(
          { dataDirectory, megabytes },
          "The disk is nearly full: writes are refused until space is freed.",
        );
      else
        logger.warn({ dataDirectory, megabytes }, "The disk has room again: writes are accepted.");
    },
  });
  const database = await openDatabase(join(dataDirectory, "postgres"), space);
  // From then on every call to it is refused: another process recovers what was committed.
  void database.failed.then(({ message }) => leaveChild(message));
  const variables: Record<string, string> = {};
  const outbox = join(dataDirectory, "outbox");

  const lake = embedded.lake
    ? await createLake({
        database,
        projectId: "local",
        dataset: "production",
        publicUrl: new URL("/lake", siteUrl).href,
        assetDirectory: join(dataDirectory, "assets"),
        space,
        proxyToken: secrets.lakeProxyToken,
        readToken: secrets.lakeReadToken,
        administratorsPublish,
        queryWorker: new URL("./query-worker.js", import.meta.url),
        transformProcess: new URL("./transform-process.js", import.meta.url),
      })
    : null;
  if (lake) await importSeed(lake);

  const auth = embedded.auth
    ? await createAuth({
        database,
        keyDirectory: dataDirectory,
        issuer: new URL("/auth/v1", siteUrl).href,
        siteUrl,
        publishableKey: secrets.publishableKey,
        secretKey: secrets.secretKey,
        ...authSettings(environment),
        // Read when the mail is sent, because editors may change it.
        brandName: () => {
          const name = lake?.store.get("siteSettings")?.brandName;
          return typeof name === "string" ? name : undefined;
        },
        mailer: createMailer(environment, outbox),
        logger,
      })
    : null;
  if (auth) {
    await migrate(database, appMigrations);
    // A mail server that is unavailable now may be back later: the site starts all the same.
    void mailProblem(environment).then((problem) => problem && logger.error({}, problem));
  }

  const hostedAccounts =
    lake && environment.DATABASE_URL ? connectDatabase(environment.DATABASE_URL) : null;
  // After the migrations of the accounts, which know who may publish.
  const stopPublishing =
    lake &&
    publishScheduledEdits(
      lake.store,
      {
        administratorsPublish,
        mayPublish: async (revision) =>
          mayPublish(hostedAccounts ?? database, await lake.authorOf(revision)),
      },
      logger,
    );

  const socket = auth
    ? await serveSocket(database, {
        path: await socketPath(dataDirectory),
        password: secrets.databasePassword,
      })
    : null;

  const commands = auth && createBackendCommands(auth, secrets.secretKey);
  async function handle(request: Request, peer: { address: string }): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (commands && pathname.startsWith(commandPath)) return commands(request);
    if (auth && pathname.startsWith("/auth/v1/")) return auth.fetch(request, peer);
    if (lake && pathname.startsWith("/lake/")) return lake.fetch(request, peer);
    return new Response("Not found\n", { status: 404 });
  }

  const server = createServer(
    getRequestListener(
      async (request, { incoming }) => {
        const response = await handle(request, { address: incoming.socket.remoteAddress ?? "" });
        if (response.status >= 500) {
          // The request id leads to the visitor's request in the site's log.
          const requestId = request.headers.get("X-Request-Id");
          const { pathname } = new URL(request.url);
          logger.error({ requestId, pathname, status: response.status }, "A service failed.");
        }
        return response;
      },
      { overrideGlobalObjects: false },
    ),
  );
  // Only our own processes connect here, and they keep their connections. If the backend closed
  // idle ones, it could close one just as a request is sent over it, and that request is lost:
  // visitors of a busy machine saw that the lake is unavailable.
  server.keepAliveTimeout = 0;
  // The site process enforces the upload rate: a large upload may take more than Node's five
  // minutes.
  server.requestTimeout = 0;
  server.on("upgrade", (request, stream, head) => {
    stream.on("error", () => stream.destroy());
    if (lake && request.url?.startsWith("/lake/")) lake.upgrade(request, stream, head);
    else stream.destroy();
  });
  await new Promise<void>((listening, fail) => {
    server.once("error", fail);
    // A replacement process listens where the previous one did.
    server.listen(environment.BACKEND_PORT, "127.0.0.1", listening);
  });
  guardServer(server, { logger, headers: {} });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The backend has no port.");
  const origin = `http://127.0.0.1:${address.port}`;

  if (auth && socket) {
    variables.SUPABASE_URL = origin;
    // The URL at which browsers open some paths directly, such as the redirect to an OAuth
    // provider.
    variables.SUPABASE_PUBLIC_URL = siteUrl;
    if (!environment.SMTP_URL) variables.OUTBOX = outbox;
    variables.SUPABASE_PUBLISHABLE_KEY = secrets.publishableKey;
    variables.SUPABASE_SECRET_KEY = secrets.secretKey;
    variables.DATABASE_URL = socket.url;
  }
  if (lake) {
    variables.SANITY_PROJECT_ID = "local";
    variables.SANITY_API_HOST = `${origin}/lake`;
    variables.SANITY_API_TOKEN = secrets.lakeReadToken;
    variables.SANITY_IMAGE_BASE = "/lake";
    variables.LAKE_PROXY_TOKEN = secrets.lakeProxyToken;
  }
  process.on("message", (raw) => {
    if (readLauncherMessage(raw)?.type === "going-away") lake?.goAway();
  });
  await writeConnectionFile(dataDirectory, variables);
  tellLauncher({ type: "ready", variables });

  return async () => {
    await removeConnectionFile(dataDirectory);
    server.closeAllConnections();
    server.close();
    stopPublishing?.();
    await lake?.close();
    await hostedAccounts?.close();
    await auth?.close();
    await socket?.close();
    await database.close();
    await claim.release();
    await lock.release();
  };
});
