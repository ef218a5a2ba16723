import { deleteRefusedComments } from "@domain/comments/retention.server";
import { deleteClosedMessages } from "@domain/messages/retention.server";
import { forgetNetworks } from "@domain/networks/retention.server";
import { deleteExpiredAccounts } from "@domain/own-data/closed-accounts.server";
import { copyDatabaseOf } from "../backend/command-api";
import { takeDueBackup } from "../backups/due-backup";
import { readEnvironment } from "../config/environment";
import { adoptConsole, createLogger } from "../logging/logger";

const logger = createLogger();
adoptConsole(logger);
// A launcher that was killed leaves no orphan.
process.once("disconnect", () => process.exit());

try {
  await deleteExpiredAccounts();
} catch (err) {
  logger.error({ err }, "Closed and deleted accounts could not be erased.");
}
try {
  await deleteRefusedComments();
  await deleteClosedMessages();
  await forgetNetworks();
} catch (err) {
  logger.error({ err }, "Old comments, messages and traces of networks could not be erased.");
}
try {
  const environment = readEnvironment(process.env);
  const taken = await takeDueBackup({
    dataDirectory: environment.DATA_DIR,
    directory: environment.BACKUP_DIR,
    hours: environment.BACKUP_HOURS,
    keep: environment.BACKUP_KEEP,
    copyDatabase: copyDatabaseOf(process.env),
  });
  if (taken) logger.info(taken, "A backup was taken.");
} catch (err) {
  logger.error({ err }, "The backup could not be taken.");
}
process.exit();
