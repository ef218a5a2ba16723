import { environment } from "@domain/environment.server";
import { openTransactions } from "./transactions.server";

/** The transactions of the site's own database. */
export const { withUser, withService, withAdministrator, withModerator } = openTransactions(
  environment.DATABASE_URL,
);
