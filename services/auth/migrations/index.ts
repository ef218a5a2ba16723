import type { Migrations } from "@platen/postgres/migrations";
import schema from "./0001_schema.sql?raw";
import oauth from "./0002_oauth.sql?raw";
import mailQueue from "./0003_mail_queue.sql?raw";
import auditIndex from "./0004_audit.sql?raw";
import pendingSignUps from "./0005_pending_sign_ups.sql?raw";
import oneTimeTokens from "./0006_one_time_tokens.sql?raw";
import refreshEntries from "./0007_refresh_entries.sql?raw";
import signInTimes from "./0008_sign_in_times.sql?raw";
import entriesOfUsers from "./0009_entries_of_users.sql?raw";

/**
 * The SQL that the service applies to its database, in this order. Their names are stored there.
 */
export const migrations: Migrations = {
  name: "auth",
  files: [
    { name: "0001_schema.sql", sql: schema },
    { name: "0002_oauth.sql", sql: oauth },
    { name: "0003_mail_queue.sql", sql: mailQueue },
    { name: "0004_audit.sql", sql: auditIndex },
    { name: "0005_pending_sign_ups.sql", sql: pendingSignUps },
    { name: "0006_one_time_tokens.sql", sql: oneTimeTokens },
    { name: "0007_refresh_entries.sql", sql: refreshEntries },
    { name: "0008_sign_in_times.sql", sql: signInTimes },
    { name: "0009_entries_of_users.sql", sql: entriesOfUsers },
  ],
};
