import { protocol, type PGlite } from "@electric-sql/pglite";
import { noSpace } from "@platen/kit";
import { diskFull, readOnlyTransaction } from "./database";
import type { CrashDetector } from "./crash-detector";
import { errorResponse, refusingBind, replaceError } from "./wire";

/**
 * `RESET SESSION AUTHORIZATION` has no effect in single-user Postgres, so the role is named
 * explicitly.
 */
const resetSession = `
  set session authorization postgres;
  reset role;
  reset all;
  deallocate all;
  close all;
  unlisten *;
`;

const noSpaceLeft = errorResponse("ERROR", { code: diskFull, message: noSpace });

interface LeaseTurn {
  /** The disk is full: writes are refused. */
  readonly readOnly: boolean;
  /** Called at the end of the turn. */
  finish(): void;
}

/** One turn of a connection on the Postgres session, with the permissions of role `app`. */
export class Lease {
  /** Between batches: nothing would be lost by releasing now. */
  idle = true;

  private constructor(
    readonly pglite: PGlite,
    readonly failure: CrashDetector,
    readonly turn: LeaseTurn,
  ) {}

  static async begin(pglite: PGlite, failure: CrashDetector, turn: LeaseTurn): Promise<Lease> {
    try {
      await pglite.exec("set session authorization app");
    } catch (error) {
      turn.finish();
      throw failure.report(String(error));
    }
    return new Lease(pglite, failure, turn);
  }

  /**
   * Sends whole frontend messages, of which the last is Query, Sync or Flush, and returns the
   * backend's.
   *
   * @throws {DatabaseError} when Postgres has stopped.
   */
  async exchange(frontendMessages: Uint8Array, last: "Q" | "S" | "H"): Promise<Buffer> {
    const response: Buffer[] = [];
    await this.pglite.execProtocolRawStream(frontendMessages, {
      // The bytes are in Postgres's memory, which the next message overwrites.
      onRawData: (bytes) => void response.push(Buffer.from(bytes)),
    });
    if (this.failure.error) throw this.failure.error;
    this.idle = last !== "H" && !this.pglite.isInTransaction();
    const whole = Buffer.concat(response);
    return this.turn.readOnly ? replaceError(whole, noSpaceLeft, readOnlyTransaction) : whole;
  }

  /** Rolls back what is open, and leaves no setting, role, statement or cursor to the next turn. */
  async release(): Promise<void> {
    try {
      if (this.failure.error) return;
      // A failing message ends a batch that never got its Sync; Sync alone would commit it.
      if (!this.idle)
        await this.exchange(Buffer.concat([refusingBind, protocol.serialize.sync()]), "S");
      if (this.pglite.isInTransaction()) await this.pglite.exec("rollback");
      await this.pglite.exec(resetSession);
    } catch (error) {
      this.failure.report(String(error));
    } finally {
      this.turn.finish();
    }
  }
}
