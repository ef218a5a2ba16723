import { join } from "node:path";
import { createAuth, type AuthService } from "@platen/auth";
import { createLake, type Lake } from "@platen/content-lake";
import type { DiskSpace } from "@platen/kit";
import type { Database } from "@platen/postgres/database";
import { migrate } from "@platen/postgres/migrations";
import type { Logger } from "pino";
import { administratorsPublish } from "../../schemas/administrators-publish";
import { authSettings } from "../config/auth-environment";
import type { LauncherEnvironment } from "../config/environment";
import { appMigrations } from "./app-migrations";
import type { Secrets } from "./secrets";
import { importSeed } from "./seed";
import { createMailer, mailProblem } from "./smtp-mailer";

/** What the services of a data directory have in common. */
export interface Foundation {
  environment: LauncherEnvironment;
  secrets: Secrets;
  database: Database;
  space: DiskSpace;
  logger: Logger;
}

/** Where mails are stored while there is no mail server. */
export const outboxOf = ({ DATA_DIR }: LauncherEnvironment) => join(DATA_DIR, "outbox");

/** Opens the content lake, with the seed where it is empty. */
export async function openLake({
  environment,
  secrets,
  database,
  space,
}: Foundation): Promise<Lake> {
  const lake = await createLake({
    database,
    projectId: "local",
    dataset: "production",
    publicUrl: new URL("/lake", environment.SITE_URL).href,
    assetDirectory: join(environment.DATA_DIR, "assets"),
    space,
    proxyToken: secrets.lakeProxyToken,
    readToken: secrets.lakeReadToken,
    administratorsPublish,
    // What editors have planned, and that one of them has opened a preview.
    privateTypes: ["scheduledEdit", "sanity.previewUrlSecret"],
    queryWorker: new URL("./query-worker.js", import.meta.url),
    transformProcess: new URL("./transform-process.js", import.meta.url),
  });
  await importSeed(lake, environment.SEED);
  return lake;
}

/**
 * Opens the auth service, and migrates the tables of the site that refer to its users.
 *
 * @param lake knows the brand's name for mails
 */
export async function openAuth(
  { environment, secrets, database, logger }: Foundation,
  lake: Lake | null,
): Promise<AuthService> {
  const auth = await createAuth({
    database,
    keyDirectory: environment.DATA_DIR,
    issuer: new URL("/auth/v1", environment.SITE_URL).href,
    siteUrl: environment.SITE_URL,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    ...authSettings(environment),
    // Read when the mail is sent, because editors may change it.
    brandName: () => {
      const name = lake?.store.get("siteSettings")?.brandName;
      return typeof name === "string" ? name : undefined;
    },
    mailer: createMailer(environment, outboxOf(environment)),
    logger,
  });
  await migrate(database, appMigrations);
  // A mail server that is unavailable now may be back later: the site starts all the same.
  void mailProblem(environment).then((problem) => problem && logger.error({}, problem));
  return auth;
}
