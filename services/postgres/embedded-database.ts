import type { Database, DatabaseError } from "./database";
import type { Lease } from "./session-lease";

/** The database, with what the socket server and the owner of the process also need. */
export interface EmbeddedDatabase extends Database {
  /**
   * Waits for a turn and gives the one Postgres session, as role `app`, to a connection until
   * `release`.
   *
   * @param requester each has the same share of the turns; as one, all connections would have that
   *   of a single network in the auth service
   */
  lease(requester: string): Promise<Lease>;
  /**
   * Runs `work` while no statement runs. A copy of the files that is made meanwhile is one that a
   * start recovers as it does after a kill. A statement inside `work` would wait for it forever.
   */
  pause<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Resolves when Postgres has stopped for good and every further call is refused: end the process
   * with this sentence and start another, which recovers all that was committed.
   */
  readonly failed: Promise<DatabaseError>;
}
