import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { compare, hash } from "@node-rs/bcrypt";
import { onBehalfOf } from "@platen/kit";
import { HashingQueue, type Requester } from "./hashing-queue";
import { isPasswordTooLong } from "../settings";

/** bcrypt as the hosted service does it, so that hashes can be moved there and back unchanged. */
const defaultCost = 10;

/**
 * One core is left to everyone else: fifty users who sign in at once must not block readers. bcrypt
 * also runs on the four threads of Node's pool, of which token signing and file access need one.
 */
const concurrency = Math.min(3, Math.max(1, availableParallelism() - 1));

/** Some four seconds of work. */
const maxQueued = 64 * concurrency;

/**
 * A hash's cost, or null for one that cannot be checked here: cost 15 would keep a core busy for
 * seconds.
 */
function costOf(hash: string): number | null {
  const digits = /^\$2[abxy]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Whether a stored hash is one that can be checked here. */
export const isBcrypt = (hash: string) => costOf(hash) !== null;

/**
 * Everything that computes bcrypt: in turns, because it keeps a core busy for a twentieth of a
 * second and more.
 */
export class PasswordHashing {
  readonly #queue: HashingQueue;
  readonly #cost: number;
  /** Of a random password: compared for unknown email addresses, to take the same time. */
  readonly #dummyHash: Promise<string>;
  #lookups = 0;

  constructor(now: () => Date, cost = defaultCost) {
    this.#cost = cost;
    this.#dummyHash = hash(randomBytes(32).toString("base64"), { cost });
    this.#queue = new HashingQueue({ concurrency, maxQueued }, now);
  }

  /**
   * Throws 429 when too many already wait for their turn, before anything else is done for the
   * request.
   */
  requireRoom(requester: Requester): void {
    this.#queue.requireRoom(requester);
  }

  /**
   * The hash to store in `encrypted_password`. Throws 429 when too many others wait for their turn.
   *
   * @param salt 16 bytes; random by default
   */
  hash(password: string, requester: Requester, salt?: Uint8Array): Promise<string> {
    return this.#queue.run(requester, () =>
      hash(password, { cost: this.#cost, ...(salt && { salt }) }),
    );
  }

  /**
   * Whether the password matches; takes as long for an account that does not exist or has no
   * password. Throws 429 when too many others wait for their turn, and what `find` throws.
   *
   * @param find reads the account, within the turn: a flood of lookups would block others as much
   *   as one of hashes
   */
  check<T extends { encrypted_password: string | null }>(
    password: string,
    requester: Requester,
    find: () => Promise<T | undefined>,
  ): Promise<{ account: T | undefined; matches: boolean }> {
    return this.#queue.run(requester, async () => {
      const account = await this.#lookUp(find);
      const stored = account?.encrypted_password ?? "";
      const storedCost = isPasswordTooLong(password) ? null : costOf(stored);
      if (storedCost === null) {
        await compare(password, await this.#dummyHash);
        return { account, matches: false };
      }
      if (storedCost > this.#cost)
        this.#queue.charge(requester, 2 ** (storedCost - this.#cost) - 1);
      return { account, matches: await compare(password, stored) };
    });
  }

  /**
   * Each lookup is its own requester, and so the next that the database serves: behind the
   * requests of its visitor's network it would keep the turn from everyone.
   */
  #lookUp<T>(find: () => Promise<T>): Promise<T> {
    this.#lookups += 1;
    return onBehalfOf(`password ${this.#lookups}`, find);
  }
}
