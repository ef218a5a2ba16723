/** Work under one key, and the requesters that wait for it. */
interface SharedWork<T> {
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
 * Work that several requesters wait for, each in its own turn: it is done in the first that comes,
 * and all get its result. When it was done in the first requester's turn, visitors who wanted a
 * picture that a flood had requested first waited at the flood's end of the queue, and were refused
 * with it.
 */
export class SharedTransforms<T> {
  readonly #inFlight = new Map<string, SharedWork<T>>();

  /**
   * @throws what the work throws; or, when no requester has a turn, why the last of them has none
   */
  run(key: string, turn: Turn<T>): Promise<T> {
    let shared = this.#inFlight.get(key);
    if (!shared) {
      shared = begin<T>();
      this.#inFlight.set(key, shared);
      const forget = () => void this.#inFlight.delete(key);
      shared.result.then(forget, forget);
    }
    if (!shared.waiting.has(turn.requester) && !shared.hasBegun) void join(shared, turn);
    return shared.result;
  }
}

function begin<T>(): SharedWork<T> {
  let settle: SharedWork<T>["settle"] = () => {};
  let fail: SharedWork<T>["fail"] = () => {};
  const result = new Promise<T>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  return { result, settle, fail, waiting: new Set(), hasBegun: false };
}

async function join<T>(shared: SharedWork<T>, { requester, inTurn, work }: Turn<T>): Promise<void> {
  shared.waiting.add(requester);
  try {
    await inTurn(async () => {
      if (shared.hasBegun) return;
      shared.hasBegun = true;
      try {
        shared.settle(await work());
      } catch (error) {
        shared.fail(error);
      }
    });
  } catch (error) {
    shared.waiting.delete(requester);
    if (!shared.hasBegun && shared.waiting.size === 0) shared.fail(error);
  }
}
