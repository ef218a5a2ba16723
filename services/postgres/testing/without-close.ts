import type { Database } from "../database";

/** The same database for a second service, whose end must not close it for the first. */
export const withoutClose = (database: Database): Database => ({
  query: database.query.bind(database),
  execute: database.execute.bind(database),
  transaction: database.transaction.bind(database),
  close: async () => {},
});
