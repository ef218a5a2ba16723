import type { Transaction } from "./database";

const walLimit = 32 * 1024 * 1024;

/**
 * What a server's checkpointer and autovacuum would do: PGlite has neither. Without checkpoints the write-ahead log grows
 * for ever and a start after a crash replays all of it (1 GB took 5 s); without vacuum tables grow with each update.
 */
export class Maintenance {
  #turns = 0;
  #busyMilliseconds = 0;

  /** `hasRoom`: a checkpoint on a full disk is a panic, which stops Postgres. */
  constructor(
    readonly session: Transaction,
    readonly hasRoom: () => Promise<boolean>,
  ) {}

  /** Counts a turn on the session, and says whether {@link run} is due: after 200 turns, or a time in which they may have written much. */
  isDue(turnMilliseconds: number): boolean {
    this.#turns += 1;
    this.#busyMilliseconds += turnMilliseconds;
    return this.#turns >= 200 || this.#busyMilliseconds > 250;
  }

  async run(): Promise<void> {
    this.#turns = 0;
    this.#busyMilliseconds = 0;
    const [wal] = await this.session.query<{ unchecked: number }>(
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as unchecked from pg_control_checkpoint()",
    );
    if ((wal?.unchecked ?? 0) > walLimit && (await this.hasRoom())) {
      await this.session.execute("checkpoint");
    }
    // The thresholds are autovacuum's own defaults.
    const tables = await this.session.query<{ name: string }>(
      `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
       where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
    );
    for (const { name } of tables) await this.session.execute(`vacuum (analyze) ${name}`);
  }
}
