import { limits } from "../limits";
import { service } from "../identity";
import { AssetError } from "./asset-error";

const dayMilliseconds = 24 * 3_600_000;

/** The bytes of a day that began with the first of them. */
class Day {
  #bytes = 0;
  #endsAt = 0;

  constructor(readonly most: number) {}

  /** Seconds until so many bytes more may come; 0 = now. */
  secondsUntil(bytes: number, now: number): number {
    if (now >= this.#endsAt) {
      this.#bytes = 0;
      this.#endsAt = now + dayMilliseconds;
    }
    return this.#bytes + bytes > this.most ? Math.ceil((this.#endsAt - now) / 1_000) : 0;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  isOver(now: number): boolean {
    return now >= this.#endsAt;
  }
}

/**
 * Bounds what may be uploaded in a day, by each person (or script) and by all together: uploads stay on disk for ever.
 * Every byte that arrives counts, whatever becomes of it. Commands on this machine are the operator's own, and free. It
 * counts in memory: a restart forgives.
 */
export class UploadQuota {
  readonly #everyone = new Day(limits.uploadsPerDay.everyone);
  readonly #people = new Map<string, Day>();

  /** @param now the clock, in milliseconds of the epoch */
  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Counts bytes that are about to be written.
   *
   * @param author id of the user who uploads
   * @throws AssetError 429 with Retry-After when they are too many; they do not count then
   */
  take(author: string, bytes: number): void {
    if (author === service.id) return;
    const now = this.now();
    const own = this.#dayOf(author, now);
    for (const [day, whose] of [
      [own, "you"],
      [this.#everyone, "all people together"],
    ] as const) {
      const seconds = day.secondsUntil(bytes, now);
      if (seconds > 0) throw tooMuch(whose, day.most, seconds);
    }
    own.add(bytes);
    this.#everyone.add(bytes);
  }

  #dayOf(author: string, now: number): Day {
    const known = this.#people.get(author);
    if (known) return known;
    for (const [id, day] of this.#people) if (day.isOver(now)) this.#people.delete(id);
    const day = new Day(limits.uploadsPerDay.person);
    this.#people.set(author, day);
    return day;
  }
}

function tooMuch(whose: string, most: number, seconds: number): AssetError {
  const sentence = `No more than ${most} bytes may be uploaded in a day by ${whose}: try again in ${Math.ceil(seconds / 3_600)} hours.`;
  return new AssetError(429, "tooManyUploads", sentence, { "Retry-After": String(seconds) });
}
