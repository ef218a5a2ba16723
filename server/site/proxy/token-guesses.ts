import { SingleFlight } from "@platen/kit";
import { createLimiter } from "../limits/limiter";

/** Limits the lookups of tokens that turn out to be wrong, for each network. */
export class TokenGuesses {
  readonly #limiter = createLimiter("lake-wrong-tokens", { points: 10, duration: 60 });
  /** A script's first requests come together: they are one guess. */
  readonly #lookups = new SingleFlight<boolean | null>();

  /**
   * Looks a token up.
   *
   * @returns whether it is valid; null without a lookup when too many of this visitor's were not
   */
  check<Credentials extends { Authorization: string }>(
    credentials: Credentials,
    clientIp: string,
    isValid: (credentials: Credentials) => Promise<boolean>,
  ): Promise<boolean | null> {
    return this.#lookups.run(`${clientIp} ${credentials.Authorization}`, async () => {
      // Before the lookup: guesses that come together would all pass.
      if ((await this.#limiter.take(clientIp)) !== null) return null;
      const valid = await isValid(credentials);
      if (valid) await this.#limiter.giveBack(clientIp);
      return valid;
    });
  }
}
