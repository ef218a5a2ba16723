import type { ServerResponse } from "node:http";

/**
 * Pages that one network, and all together, may leave unread. Each takes half a megabyte of this
 * process.
 */
const maxOfNetwork = 40;
const maxTotal = 300;

/**
 * Pages rendered for one visitor that are being sent. What a client does not read of them is in
 * this process: connections that take two kilobytes at a time left three thousand home pages
 * unread, each within its network's limit of renderings, and took 1.8 GB, and with it the page
 * cache of everyone.
 */
export class UnreadPages {
  readonly #networks = new Map<string, Set<ServerResponse>>();
  #total = 0;

  /**
   * Counts a page while it is sent. Where there are too many, the oldest of the network that has
   * the most is cut off: a client that reads has long had it.
   *
   * @param send settles once the page is sent, or its client is gone
   */
  async during(send: () => Promise<void>, response: ServerResponse, network: string) {
    const own = this.#networks.get(network) ?? new Set();
    this.#networks.set(network, own);
    own.add(response);
    this.#total += 1;
    if (own.size > maxOfNetwork) this.#cutOffOldest(network);
    else if (this.#total > maxTotal) this.#cutOffOldest(this.#largest());
    try {
      await send();
    } finally {
      this.#forget(network, response);
    }
  }

  #cutOffOldest(network: string): void {
    const [oldest] = this.#networks.get(network) ?? [];
    if (!oldest) return;
    this.#forget(network, oldest);
    oldest.destroy();
  }

  #largest(): string {
    let [largest, most] = ["", 0];
    for (const [network, { size }] of this.#networks)
      if (size > most) [largest, most] = [network, size];
    return largest;
  }

  #forget(network: string, response: ServerResponse): void {
    const own = this.#networks.get(network);
    if (!own?.delete(response)) return;
    this.#total -= 1;
    if (own.size === 0) this.#networks.delete(network);
  }
}
