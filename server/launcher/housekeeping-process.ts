import { deleteExpiredAccounts } from "@domain/own-data/closed-accounts.server";
import { adoptConsole, createLogger } from "../logging/logger";

const logger = createLogger();
adoptConsole(logger);
// A launcher that was killed leaves no orphan.
process.once("disconnect", () => process.exit());
deleteExpiredAccounts()
  .catch((err: unknown) => logger.error({ err }, "Closed accounts could not be deleted."))
  .finally(() => process.exit());
