import { TokenBuckets } from "@platen/kit";
import { limits } from "../../limits";
import { AssetError } from "../asset-error";

/**
 * Processor time that one network's new pictures may cost. Counted by request, a page of small
 * pictures would be refused where a few costly ones pass. Cached pictures cost nothing and are
 * always delivered.
 */
export class TransformBudget {
  readonly #time: TokenBuckets;

  /** @param now the clock, in milliseconds */
  constructor(now = () => performance.now()) {
    this.#time = new TokenBuckets(limits.newPictures, now);
  }

  /** @throws AssetError 429 with Retry-After when the network has used up its time */
  check(network: string): void {
    const wait = this.#time.waitFor([{ key: network, tokens: 0 }]);
    if (wait === 0) return;
    throw new AssetError(
      429,
      "tooManyRequests",
      "Too many new image sizes for now: try again later, or use sizes that the site's pages use.",
      { "Retry-After": String(Math.ceil(wait / 1000)) },
    );
  }

  /**
   * The time is known only afterward: what exceeds the budget is paid from what accrues next.
   *
   * @param milliseconds of processor time that a picture took
   * @param bytes of the picture, which others' make room for
   */
  spend(network: string, milliseconds: number, bytes: number): void {
    const room = (bytes / 1_000_000) * limits.newPictureMillisecondsPerMegabyte;
    this.#time.reserve(network, Math.max(milliseconds, room), Infinity);
  }
}
