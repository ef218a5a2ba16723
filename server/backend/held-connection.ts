import { hostname } from "node:os";
import { connect } from "@domain/database/connection.server";
import { type Database, DatabaseError } from "@platen/postgres/database";
import { asDatabase, types } from "./postgres-database";

/** The lock that a site's backend holds, among those that other programs may use there. */
const lock = [0x706c_6174, 1];

/** A replacement may come before the server has noticed that its predecessor is gone. */
const maxLockSeconds = 15;

/** How often the server is asked whether it is there, and how long it may take to say so. */
const pingMilliseconds = 10_000;
const maxPingMilliseconds = 60_000;

export interface HeldConnection {
  database: Database;
  /** Resolves when the connection is lost, and with it the lock: end the process. */
  lost: Promise<DatabaseError>;
}

/**
 * Opens one connection to a server, on which everything is written, and holds its lock on the
 * database: a second backend would write a second history of the same content. A backend that loses
 * the connection loses the lock in the same moment and can write nothing more, because there is no
 * second connection. So two never write, however late one of them notices.
 *
 * @throws {DatabaseError} a sentence when another backend has the lock, or a pooler is in between
 * @throws the driver's error when the server cannot be reached
 */
export async function holdConnection(databaseUrl: string): Promise<HeldConnection> {
  let isClosing = false;
  let loss: DatabaseError | null = null;
  let tell: (error: DatabaseError) => void;
  const lost = new Promise<DatabaseError>((resolve) => (tell = resolve));
  const report = (sentence: string) => {
    if (isClosing || loss) return;
    loss = new DatabaseError(sentence);
    tell(loss);
  };
  const sql = connect(databaseUrl, {
    ...{ max: 1, types },
    // The driver's default ends a connection within an hour, and the lock with it.
    max_lifetime: null,
    connection: { application_name: `site backend on ${hostname()}, process ${process.pid}` },
    onclose: () => report("The connection to the database was lost."),
  });
  const database = asDatabase({
    use: (work) => work(sql),
    // The driver would open another connection, which does not have the lock.
    loss: () => loss,
    close: async () => {
      isClosing = true;
      clearInterval(ping);
      await sql.end({ timeout: 5 });
    },
  });
  const ping = setInterval(() => {
    const late = setTimeout(
      () => report("The database has not responded for a minute."),
      maxPingMilliseconds,
    ).unref();
    database.query("select 1").then(
      () => clearTimeout(late),
      // The connection's end, which is reported by itself.
      () => clearTimeout(late),
    );
  }, pingMilliseconds).unref();
  try {
    await takeLock(database);
    return { database, lost };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function takeLock(database: Database): Promise<void> {
  const latest = Date.now() + maxLockSeconds * 1_000;
  for (;;) {
    const [row] = await database.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1::int, $2::int) as taken",
      lock,
    );
    if (row?.taken) break;
    if (Date.now() > latest) throw new DatabaseError(await holderSentence(database));
    await new Promise((next) => setTimeout(next, 500));
  }
  // In a second statement: a pooler that shares connections would give it another one.
  const [held] = await database.query(
    `select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
       and classid::bigint = $1 and objid::bigint = $2`,
    lock,
  );
  if (!held)
    throw new DatabaseError(
      "DATABASE_URL leads through a pooler that shares connections between transactions: use the URL of the server itself.",
    );
}

async function holderSentence(database: Database): Promise<string> {
  const [holder] = await database.query<{ name: string; client: string | null }>(
    `select application_name as name, client_addr::text as client from pg_locks
       join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid::bigint = $1 and objid::bigint = $2
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    lock,
  );
  const where = holder?.client ? ` (${holder.client})` : "";
  return `Another site uses the database of DATABASE_URL: ${holder?.name || "one of unknown name"}${where}. Only one at a time may: stop it first.`;
}
