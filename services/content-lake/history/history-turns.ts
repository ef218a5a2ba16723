import type { Database } from "@platen/postgres/database";
import { tooManyRequests } from "../errors";
import { limits } from "../limits";
import { InlineTime } from "../query/inline-time";

/** A request for history that has its turn. */
export interface HistoryTurn {
  /** Runs one statement, and counts its time. */
  query<Row extends object>(statement: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** Runs work on what was read, and counts its time. */
  work<T>(work: () => T): T;
  /** Gives the turn to the requester's next request. May be called again. */
  finish(): void;
}

interface Line {
  inFlight: number;
  readonly waiting: (() => void)[];
}

/**
 * Bounds what a requester's history requests take of the main thread and of Postgres, which runs in
 * it: sign-ins waited for 15 s behind the statements of 64 requests at once.
 */
export class HistoryTurns {
  readonly #database: Database;
  readonly #time = new InlineTime();
  /** By requester. */
  readonly #lines = new Map<string, Line>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Resolves when it is the request's turn, which must be finished.
   *
   * @throws LakeError 429 when too many of the requester's wait, or have taken too long together
   */
  async take(requester: string): Promise<HistoryTurn> {
    await this.#wait(requester);
    const turn = this.#turnOf(requester);
    // Only now: those that wait would all find the time that the first ones leave.
    const seconds = this.#time.secondsUntilAllowed(requester);
    if (seconds === 0) return turn;
    turn.finish();
    throw tooManyRequests("Your reading of history took too long", seconds);
  }

  #turnOf(requester: string): HistoryTurn {
    let isFinished = false;
    return {
      // In a transaction, because its work begins when Postgres is free: the wait is not counted.
      query: <Row extends object>(statement: string, parameters: readonly unknown[]) =>
        this.#database.transaction((postgres) =>
          this.#time.spendUninterrupted(requester, () =>
            postgres.query<Row>(statement, parameters),
          ),
        ),
      work: (work) => this.#time.spend(requester, 0, work),
      finish: () => {
        if (!isFinished) this.#next(requester);
        isFinished = true;
      },
    };
  }

  async #wait(requester: string): Promise<void> {
    const line = this.#lines.get(requester) ?? { inFlight: 0, waiting: [] };
    this.#lines.set(requester, line);
    const { inFlight, waiting } = limits.history;
    if (line.inFlight < inFlight) {
      line.inFlight += 1;
      return;
    }
    if (line.waiting.length >= waiting) {
      throw tooManyRequests(
        `You have ${inFlight + waiting} history requests in flight: try again when they have finished`,
        1,
      );
    }
    await new Promise<void>((resolve) => line.waiting.push(resolve));
  }

  #next(requester: string): void {
    const line = this.#lines.get(requester);
    if (!line) return;
    const next = line.waiting.shift();
    if (next) return next();
    line.inFlight -= 1;
    if (line.inFlight === 0) this.#lines.delete(requester);
  }
}
