import { neighborhoodOf, networkOf } from "@platen/kit";
import type { AuthError } from "../errors";
import { tooManyRequests } from "../limits/sign-in-and-mail-limits";
import { RecentUse } from "./recent-use";

/** The requester for whom a password is hashed. */
export interface Requester {
  /** The visitor's IP address. */
  ipAddress: string;
  /** The email address of the account, as it was typed. */
  account: string;
  /**
   * Whether the account has been signed in to from that device before: then the use of others in
   * its network does not count against it.
   */
  known?: boolean;
}

/**
 * Keys by which jobs are compared, coarsest first: the networks of one neighborhood share its
 * turns.
 */
const levels = ["neighborhood", "network", "account"] as const;

type Keys = Record<(typeof levels)[number], string>;

interface Job {
  keys: Keys;
  /** Whether it is of a known device. */
  known: boolean;
  arrivedAt: number;
  start(): void;
  refuse(error: AuthError): void;
}

/** For how many waiting jobs a requester's recent use counts when the queue is full. */
const maxUseInRefusals = 4;

/** The site times out after 15 s: a hash that nobody waits for anymore must not take a turn. */
const maxWaitMilliseconds = 15_000;

/** After this many seconds, every job that waits now has had its turn. */
const retryAfterSeconds = 5;

/**
 * A queue for work that keeps a core busy. Every other turn goes to those who recently used the
 * least: first by neighborhood, within it by network and account. A client that floods the queue
 * waits behind everyone else, from however many IP addresses. The turns between go to the
 * neighborhood whose last one was the longest ago: by use alone, an office with eight recent
 * sign-ins waited five seconds, until each of ten new networks had used as many turns. When the
 * queue is full, the requester who used and waits for the most loses a job.
 */
export class HashingQueue {
  readonly #concurrency: number;
  readonly #maxQueued: number;
  readonly #now: () => Date;
  readonly #use: Record<(typeof levels)[number], RecentUse>;
  readonly #waiting: Job[] = [];
  /**
   * Whether the last turn went by how long ago a neighborhood's last one was. Tracked separately
   * for known and unknown devices, whose turns alternate; with a shared flag, each group always got
   * the same kind of turn.
   */
  readonly #wasByAge = { known: true, unknown: true };
  #running = 0;
  /** Whether the last turn was a known device's. */
  #wasKnown = false;

  /**
   * @param concurrency maximum jobs computed at the same time
   * @param maxQueued maximum jobs that wait
   */
  constructor(
    { concurrency, maxQueued }: { concurrency: number; maxQueued: number },
    now: () => Date,
  ) {
    this.#concurrency = concurrency;
    this.#maxQueued = maxQueued;
    this.#now = now;
    const use = () => new RecentUse(now);
    this.#use = { neighborhood: use(), network: use(), account: use() };
  }

  /**
   * Throws 429 when there would be no room for the requester, before anything else is done for the
   * request.
   */
  requireRoom(requester: Requester): void {
    if (this.#waiting.length < this.#maxQueued) return;
    const candidate = { keys: keysOf(requester), known: requester.known === true };
    if (this.#heaviest([...this.#waiting, candidate]) === candidate) throw tooBusy();
  }

  /**
   * Computes in the requester's turn. Throws 429 when the queue is full, when the job is dropped
   * for that of a requester who used less, and after 15 s of waiting.
   */
  async run<T>(requester: Requester, compute: () => Promise<T>): Promise<T> {
    const keys = keysOf(requester);
    const known = requester.known === true;
    if (this.#running >= this.#concurrency) {
      await this.#wait(keys, known);
    } else {
      this.#running += 1;
      this.#wasKnown = known;
    }
    this.#charge(keys, 1);
    try {
      return await compute();
    } finally {
      this.#passOn();
    }
  }

  /** Counts what a turn costs beyond a hash of cost 10, in such hashes. */
  charge(requester: Requester, more: number): void {
    this.#charge(keysOf(requester), more);
  }

  #charge(keys: Keys, use: number): void {
    for (const level of levels) this.#use[level].add(keys[level], use);
  }

  #wait(keys: Keys, known: boolean): Promise<void> {
    return new Promise((start, refuse) => {
      this.#waiting.push({ keys, known, arrivedAt: this.#now().getTime(), start, refuse });
      if (this.#waiting.length <= this.#maxQueued) return;
      const loser = this.#heaviest(this.#waiting);
      if (loser) this.#remove(loser).refuse(tooBusy());
    });
  }

  /** Passes a finished turn to the next one that waits, if any. */
  #passOn(): void {
    const longAgo = this.#now().getTime() - maxWaitMilliseconds;
    for (const job of this.#waiting.filter(({ arrivedAt }) => arrivedAt < longAgo)) {
      this.#remove(job).refuse(tooBusy());
    }
    const next = this.#next();
    if (!next) return void (this.#running -= 1);
    this.#wasKnown = next.known;
    this.#remove(next).start();
  }

  /**
   * Known devices have every other turn while both wait: someone who had signed in a few times from
   * their office waited for twelve seconds behind thirty guesses a second of a hundred
   * neighborhoods.
   */
  #next(): Job | undefined {
    const others = this.#waiting.filter(({ known }) => known !== this.#wasKnown);
    const jobs = others.length > 0 ? others : this.#waiting;
    const kind = jobs[0]?.known ? "known" : "unknown";
    const byAge = (this.#wasByAge[kind] = !this.#wasByAge[kind]);
    const lastTurn = ({ keys }: Job) => this.#use.neighborhood.lastTurnOf(keys.neighborhood);
    return greatest(jobs, (job) =>
      byAge ? [-lastTurn(job), ...this.#weigh(job)] : this.#weigh(job),
    );
  }

  /**
   * By neighborhood first; within one, by what the network and the account used. Both are reduced
   * by one hash per second of waiting: otherwise new arrivals would never let others of their /24
   * have a turn, and a hundred neighborhoods with one guess every three seconds none of those who
   * have just signed in.
   */
  #weigh({ keys, arrivedAt }: Job): number[] {
    const used = (level: (typeof levels)[number]) => this.#use[level].of(keys[level]);
    const waited = (this.#now().getTime() - arrivedAt) / 1_000;
    return [waited - used("neighborhood"), waited - used("network") - used("account")];
  }

  /**
   * The job whose requester used and waits for the most; among equals, the one that arrived last.
   * What was used counts for a few jobs at most: an office with eight sign-ins in the last minute
   * was refused, while each of ten networks had six jobs in the queue. Those of known devices are
   * spared while they are no more than half: hundreds of neighborhoods that have used nothing had
   * every one of them refused.
   */
  #heaviest<T extends Pick<Job, "keys" | "known">>(all: readonly T[]): T | undefined {
    const unknown = all.filter(({ known }) => !known);
    const jobs = unknown.length * 2 >= all.length ? unknown : all.filter(({ known }) => known);
    const waiting = {
      neighborhood: countBy(jobs, "neighborhood"),
      network: countBy(jobs, "network"),
      account: countBy(jobs, "account"),
    };
    return greatest(jobs.toReversed(), ({ keys }) =>
      levels.map(
        (level) =>
          Math.min(maxUseInRefusals, this.#use[level].of(keys[level])) +
          (waiting[level].get(keys[level]) ?? 0),
      ),
    );
  }

  #remove(job: Job): Job {
    this.#waiting.splice(this.#waiting.indexOf(job), 1);
    return job;
  }
}

function keysOf({ ipAddress, account, known = false }: Requester): Keys {
  // Known devices share their network's turns with each other: with a turn for each account, two
  // hundred accounts of one attacker had every other sign-in refused.
  const group = known ? "known " : "";
  return {
    neighborhood: group + neighborhoodOf(ipAddress),
    network: group + networkOf(ipAddress),
    account,
  };
}

function countBy(jobs: readonly { keys: Keys }[], level: (typeof levels)[number]) {
  const counts = new Map<string, number>();
  for (const { keys } of jobs) counts.set(keys[level], (counts.get(keys[level]) ?? 0) + 1);
  return counts;
}

/** The first of those whose `weigh` is the greatest, compared number by number. */
function greatest<T>(values: readonly T[], weigh: (value: T) => number[]): T | undefined {
  let best: { value: T; weights: number[] } | undefined;
  for (const value of values) {
    const weights = weigh(value);
    if (!best || isGreater(weights, best.weights)) best = { value, weights };
  }
  return best?.value;
}

function isGreater(left: number[], right: number[]): boolean {
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? 0;
    if (value !== other) return value > other;
  }
  return false;
}

const tooBusy = () => tooManyRequests(retryAfterSeconds);
