/**
 * The networks whose visitors wait for one rendering, which goes on in the first turn that one of
 * them gets. In the turn of its first visitor, others waited for ten seconds behind
 * what a flood from the same network had requested.
 */
export class WaitingNetworks {
  readonly #names: Set<string>;
  /** Asks for a turn for one that comes while they wait. */
  #ask: ((network: string) => void) | null = null;

  /** @param first the network of the visitor who came first; "" ahead of visitors */
  constructor(first: string) {
    this.#names = new Set([first]);
  }

  add(network: string): void {
    if (this.#names.has(network)) return;
    this.#names.add(network);
    this.#ask?.(network);
  }

  /** @param take waits for a turn of a network; those that come too late are not used */
  turn(take: (network: string) => Promise<void>): Promise<void> {
    return new Promise((begin) => {
      const ask = async (network: string) => {
        await take(network);
        if (this.#ask === ask) this.#ask = null;
        begin();
      };
      this.#ask = ask;
      for (const name of this.#names) void ask(name);
    });
  }
}
