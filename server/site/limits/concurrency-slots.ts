import type { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";

export interface SlotLimits {
  /** Slots that may be in use at the same time. */
  total: number;
  /** The maximum for one network, so that no single one turns everyone else away. */
  perNetwork: number;
  /** Requests of one network that may wait for a slot; the next one is refused immediately. */
  waiting: number;
}

/** Releases a slot. A second call does nothing. */
export type Release = () => void;

interface Network {
  inFlight: number;
  waiting: Set<() => void>;
}

/** The user has most likely given up on a request that waits longer than this. */
const timeoutMilliseconds = 10_000;

/**
 * Limits the work that is in flight at the same time, in total and for each network. Networks whose
 * requests wait are served in turn, those with fewer slots first: one network's long queue does not
 * come before another's single request.
 */
export class ConcurrencySlots {
  readonly #limits: SlotLimits;
  readonly #networks = new Map<string, Network>();
  #inFlight = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Takes a slot, and waits up to ten seconds for one where the limits allow waiting.
   *
   * @param network as returned by `endSiteOf`: a customer with hundreds of networks would hold all
   *   slots
   * @param client whose `close` event ends the waiting
   * @returns how to release it, or null when there is none.
   */
  take(network: string, client: Pick<EventEmitter, "once" | "off">): Promise<Release | null> {
    const own = this.#networks.get(network) ?? { inFlight: 0, waiting: new Set() };
    if (this.#mayEnter(own)) return Promise.resolve(this.#enter(network, own));
    if (own.waiting.size >= this.#limits.waiting) return Promise.resolve(null);
    this.#networks.set(network, own);
    return new Promise((resolve) => {
      const stopWaiting = () => {
        own.waiting.delete(proceed);
        client.off("close", giveUp);
        clearTimeout(timer);
      };
      const proceed = () => {
        stopWaiting();
        resolve(this.#enter(network, own));
      };
      const giveUp = () => {
        stopWaiting();
        this.#forget(network, own);
        resolve(null);
      };
      const timer = setTimeout(giveUp, timeoutMilliseconds);
      client.once("close", giveUp);
      own.waiting.add(proceed);
    });
  }

  /** Takes a slot until the response is closed. @returns whether there was one */
  async takeFor(network: string, response: ServerResponse): Promise<boolean> {
    const release = await this.take(network, response);
    if (!release) return false;
    response.once("close", release);
    if (response.closed) release();
    return true;
  }

  /** Whether other networks wait because all slots are in use: no slot may be held idly then. */
  get isContended(): boolean {
    if (this.#inFlight < this.#limits.total) return false;
    return [...this.#networks.values()].some(
      ({ inFlight, waiting }) => waiting.size > 0 && inFlight < this.#limits.perNetwork,
    );
  }

  #mayEnter({ inFlight }: Network): boolean {
    return this.#inFlight < this.#limits.total && inFlight < this.#limits.perNetwork;
  }

  #enter(network: string, own: Network): Release {
    this.#networks.set(network, own);
    this.#inFlight += 1;
    own.inFlight += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#inFlight -= 1;
      own.inFlight -= 1;
      this.#forget(network, own);
      this.#serveNext();
    };
  }

  /**
   * Serves the network with the fewest slots; among equals, the one that has waited longest. With
   * plain rotation, six networks with two slots each went ahead of one with none, which timed out.
   */
  #serveNext(): void {
    let next: [string, Network] | undefined;
    for (const [network, own] of this.#networks) {
      if (own.waiting.size === 0 || !this.#mayEnter(own)) continue;
      if (!next || own.inFlight < next[1].inFlight) next = [network, own];
    }
    if (!next) return;
    const [network, own] = next;
    // Moves it to the end of the map: the other networks come first next time.
    this.#networks.delete(network);
    const [proceed] = own.waiting;
    proceed?.();
  }

  #forget(network: string, own: Network): void {
    if (own.inFlight === 0 && own.waiting.size === 0) this.#networks.delete(network);
  }
}
