import { RoundRobin } from "@platen/kit";

/**
 * Lets so many transactions run at once, and the others wait in rotation by account. With first
 * come, first served, ten accounts that filled in every form at once held every connection for
 * seconds, and with them the one session of the embedded database: a sign-in, of several
 * transactions, took six seconds.
 */
export class TransactionTurns {
  readonly #waiting = new RoundRobin<() => void>();
  #free: number;

  constructor(inFlight: number) {
    this.#free = inFlight;
  }

  async run<T>(requester: string, transaction: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((start) => this.#waiting.add(requester, start));
    try {
      return await transaction();
    } finally {
      const next = this.#waiting.take();
      if (next) next();
      else this.#free += 1;
    }
  }
}
