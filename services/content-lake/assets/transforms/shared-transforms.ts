/** Work under one key, and who waits for it. */
interface Flight<T> {
  result: Promise<T>;
  settle: (result: T | PromiseLike<T>) => void;
  fail: (error: unknown) => void;
  /** Requesters whose turn has neither come nor been refused. */
  waiting: Set<string>;
  hasBegun: boolean;
}

/** What a requester does once it is its turn. */
export interface Turn<T> {
  requester: string;
  /** Waits for the requester's turn, and holds it during `work`; throws where there is none. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  work: () => Promise<T>;
}

/**
 * Work that several requesters wait for, each in a turn of its own: it is done in the first that
 * comes, and all get its result. Done in the turn of the first requester, a new picture that a
 * flood had requested before them had other visitors wait at the flood's end of the queue, and be
 * refused with it.
 */
export class SharedTransforms<T> {
  readonly #inFlight = new Map<string, Flight<T>>();

  /**
   * @throws what the work throws; or, when no requester has a turn, why the last of them has none
   */
  run(key: string, turn: Turn<T>): Promise<T> {
    let flight = this.#inFlight.get(key);
    if (!flight) {
      flight = begin<T>();
      this.#inFlight.set(key, flight);
      const forget = () => void this.#inFlight.delete(key);
      flight.result.then(forget, forget);
    }
    if (!flight.waiting.has(turn.requester) && !flight.hasBegun) void join(flight, turn);
    return flight.result;
  }
}

function begin<T>(): Flight<T> {
  let settle: Flight<T>["settle"] = () => {};
  let fail: Flight<T>["fail"] = () => {};
  const result = new Promise<T>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  return { result, settle, fail, waiting: new Set(), hasBegun: false };
}

async function join<T>(flight: Flight<T>, { requester, inTurn, work }: Turn<T>): Promise<void> {
  flight.waiting.add(requester);
  try {
    await inTurn(async () => {
      if (flight.hasBegun) return;
      flight.hasBegun = true;
      try {
        flight.settle(await work());
      } catch (error) {
        flight.fail(error);
      }
    });
  } catch (error) {
    flight.waiting.delete(requester);
    if (!flight.hasBegun && flight.waiting.size === 0) flight.fail(error);
  }
}
