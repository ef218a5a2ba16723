import { type DiskSpace, withFloor } from "@platen/kit";
import type { Transaction } from "./database";

const walLimit = 32 * 1024 * 1024;

/**
 * Does the work of a server's checkpointer and autovacuum: PGlite has neither. Without checkpoints
 * the write-ahead log grows forever and a start after a crash replays all of it (1 GB took 5 s);
 * without vacuum tables grow with each update.
 */
export class Maintenance {
  #unchecked = { turns: 0, milliseconds: 0 };
  #unvacuumed = { turns: 0, milliseconds: 0 };

  constructor(
    readonly session: Transaction,
    readonly space: DiskSpace,
  ) {}

  /**
   * Counts a turn on the session, and says whether {@link run} is due: when the turns since the
   * last one may have written much.
   */
  isDue(turnMilliseconds: number): boolean {
    for (const since of [this.#unchecked, this.#unvacuumed]) {
      since.turns += 1;
      since.milliseconds += turnMilliseconds;
    }
    // Postgres writes at most some 100 MB of log per second: that much time is a tenth of the
    // limit.
    return this.#unchecked.turns >= 50 || this.#unchecked.milliseconds > 30;
  }

  /** The caller must hold the session exclusively. */
  async run(): Promise<void> {
    this.#unchecked = { turns: 0, milliseconds: 0 };
    // A checkpoint on a full disk is a panic, which stops Postgres, and a vacuum writes as well.
    if (!withFloor("reserve", () => this.space.allows())) return;
    await this.#checkpoint();
    if (this.#unvacuumed.turns < 200 && this.#unvacuumed.milliseconds < 250) return;
    this.#unvacuumed = { turns: 0, milliseconds: 0 };
    await this.#vacuum();
  }

  async #checkpoint(): Promise<void> {
    const [wal] = await this.session.query<{ unchecked: number }>(
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as unchecked from pg_control_checkpoint()",
    );
    if ((wal?.unchecked ?? 0) > walLimit) await this.session.execute("checkpoint");
  }

  async #vacuum(): Promise<void> {
    // Postgres updates its write statistics a second late.
    await this.session.execute("select pg_stat_force_next_flush()");
    // The thresholds are autovacuum's own defaults.
    const tables = await this.session.query<{ name: string }>(
      `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
       where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
    );
    for (const { name } of tables) await this.session.execute(`vacuum (analyze) ${name}`);
  }
}
