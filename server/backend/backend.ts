import type { Lake } from "@platen/content-lake";
import { DiskSpace, hasFewInodes } from "@platen/kit";
import { claimForMachine, lockDirectory } from "@platen/postgres";
import type { Logger } from "pino";
import { administratorsPublish } from "../../schemas/administrators-publish";
import { embeddedServices, readEnvironment } from "../config/environment";
import { readLauncherMessage, tellLauncher } from "../process/ipc-messages";
import { exitWithFailure, runChild } from "../process/run-child";
import { adoptConsole, createLogger } from "../logging/logger";
import { removeConnectionFile, writeConnectionFile } from "./connection-file";
import { openDataDirectory } from "./data-directory";
import { openAuth, openLake, outboxOf, type Foundation } from "./embedded-services";
import { openBackendDatabase } from "./open-database";
import { connectDatabase } from "./postgres-database";
import { mayPublish } from "./scheduled-publishing-rights";
import { publishScheduledEdits } from "./scheduled-edits";
import { readSecrets } from "./secrets";
import { serveServices } from "./serve-services";

void runChild(async () => {
  const environment = readEnvironment(process.env);
  const { DATA_DIR: dataDirectory, DATABASE_URL: hostedUrl } = environment;
  const embedded = embeddedServices(environment);

  const logger = createLogger();
  // In development, developers read the console, not lines of JSON.
  if (environment.NODE_ENV !== "development") adoptConsole(logger);
  for (const warning of await openDataDirectory(dataDirectory)) logger.warn({}, warning);
  const claim = await claimForMachine(dataDirectory);
  // Two machines that write to one database destroy it.
  void claim.lost.then(({ message }) => exitWithFailure(message));
  const lock = await lockDirectory(dataDirectory);
  const secrets = await readSecrets(dataDirectory);
  const space = watchSpace(dataDirectory, logger);
  const opened = await openBackendDatabase({ environment, secrets, space });
  const { database } = opened;
  // From then on every call to it is refused: another process finds what was committed.
  void opened.failed.then(({ message }) => exitWithFailure(message));

  const foundation: Foundation = { environment, secrets, database, space, logger };
  const lake = embedded.lake ? await openLake(foundation) : null;
  const auth = embedded.auth ? await openAuth(foundation, lake) : null;
  const hostedAccounts = lake && !auth && hostedUrl ? connectDatabase(hostedUrl) : null;
  // After the migrations of the accounts, which know who may publish.
  const stopPublishing = lake && startPublishing(lake, hostedAccounts ?? database, logger);

  const databaseUrl = auth && (await opened.openToSite());
  const { server, origin } = await serveServices(
    { lake, auth, commandKey: secrets.secretKey, copyDatabase: opened.copyTo },
    { port: environment.BACKEND_PORT, logger },
  );
  process.on("message", (raw) => {
    if (readLauncherMessage(raw)?.type === "going-away") lake?.goAway();
  });
  const variables = {
    BACKEND_URL: origin,
    BACKEND_KEY: secrets.secretKey,
    ...(databaseUrl && authVariables(foundation, origin, databaseUrl)),
    ...(lake && lakeVariables(foundation, origin)),
  };
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
    await opened.close();
    await claim.release();
    await lock.release();
  };
});

function watchSpace(dataDirectory: string, logger: Logger): DiskSpace {
  return new DiskSpace(dataDirectory, {
    onChange({ full, freeBytes }) {
      const megabytes = Math.floor(freeBytes / 1024 ** 2);
      if (full && hasFewInodes(dataDirectory))
        logger.error(
          { dataDirectory },
          "The disk has hardly any free inodes: writes are refused until files are deleted.",
        );
      else if (full)
        logger.error(
          { dataDirectory, megabytes },
          "The disk is nearly full: writes are refused until space is freed.",
        );
      else
        logger.warn({ dataDirectory, megabytes }, "The disk has room again: writes are accepted.");
    },
  });
}

function startPublishing(
  lake: Lake,
  accounts: Parameters<typeof mayPublish>[0],
  logger: Logger,
): () => void {
  return publishScheduledEdits(
    lake.store,
    {
      administratorsPublish,
      mayPublish: async (revision) => mayPublish(accounts, await lake.authorOf(revision)),
    },
    logger,
  );
}

/** The site's environment variables for the embedded auth service and its database. */
function authVariables({ environment, secrets }: Foundation, origin: string, databaseUrl: string) {
  return {
    SUPABASE_URL: origin,
    // The URL at which browsers open some paths directly, such as the redirect to an OAuth
    // provider.
    SUPABASE_PUBLIC_URL: environment.SITE_URL,
    ...(!environment.SMTP_URL && { OUTBOX: outboxOf(environment) }),
    SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
    SUPABASE_SECRET_KEY: secrets.secretKey,
    DATABASE_URL: databaseUrl,
  };
}

/** The site's environment variables for the embedded lake. */
function lakeVariables({ secrets }: Foundation, origin: string) {
  return {
    SANITY_PROJECT_ID: "local",
    SANITY_API_HOST: `${origin}/lake`,
    SANITY_API_TOKEN: secrets.lakeReadToken,
    SANITY_IMAGE_BASE: "/lake",
    LAKE_PROXY_TOKEN: secrets.lakeProxyToken,
  };
}
