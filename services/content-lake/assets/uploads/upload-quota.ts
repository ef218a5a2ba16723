import { limits } from "../../limits";
import { service } from "../../access/identity";
import { AssetError } from "../asset-error";
import type { PastUpload } from "./past-uploads";

export const dayMilliseconds = 24 * 3_600_000;

/** The bytes of a day, which begins with the first of them. */
class Day {
  #bytes = 0;
  #endsAt = 0;

  constructor(readonly maxBytes: number) {}

  /** Seconds until this many more bytes may come; 0 = now. */
  secondsUntil(bytes: number, now: number): number {
    this.#begin(now);
    return this.#bytes + bytes > this.maxBytes ? Math.ceil((this.#endsAt - now) / 1_000) : 0;
  }

  add(bytes: number, now: number): void {
    this.#begin(now);
    this.#bytes += bytes;
  }

  #begin(now: number): void {
    if (!this.isOver(now)) return;
    this.#bytes = 0;
    this.#endsAt = now + dayMilliseconds;
  }

  isOver(now: number): boolean {
    return now >= this.#endsAt;
  }
}

/**
 * Limits what each user (or script), and all together, may upload in a day: uploads stay on disk
 * forever. Every byte that arrives counts, even of a failed upload; after a restart only those of
 * stored files do. Commands on this machine are the operator's own and do not count.
 */
export class UploadQuota {
  readonly #everyone = new Day(limits.uploadsPerDay.everyone);
  readonly #now: () => number;
  readonly #userDays = new Map<string, Day>();

  /**
   * @param past the uploads of the last day, oldest first
   * @param now the clock, in milliseconds since the Unix epoch
   */
  constructor(past: readonly PastUpload[], now: () => number = Date.now) {
    this.#now = now;
    for (const { author, bytes, at } of past) {
      if (author !== service.id) this.#count(author, bytes, at);
    }
  }

  /**
   * Counts bytes that are about to be written.
   *
   * @param author id of the user who uploads
   * @throws AssetError 429 with Retry-After when there are too many; they do not count then
   */
  take(author: string, bytes: number): void {
    if (author === service.id) return;
    const now = this.#now();
    const own = this.#dayOf(author, now);
    for (const [day, whose] of [
      [own, "you"],
      [this.#everyone, "all users together"],
    ] as const) {
      const seconds = day.secondsUntil(bytes, now);
      if (seconds > 0) throw tooMuch(whose, day.maxBytes, seconds);
    }
    this.#count(author, bytes, now);
  }

  #count(author: string, bytes: number, now: number): void {
    this.#dayOf(author, now).add(bytes, now);
    this.#everyone.add(bytes, now);
  }

  #dayOf(author: string, now: number): Day {
    const known = this.#userDays.get(author);
    if (known) return known;
    for (const [id, day] of this.#userDays) if (day.isOver(now)) this.#userDays.delete(id);
    const day = new Day(limits.uploadsPerDay.user);
    this.#userDays.set(author, day);
    return day;
  }
}

function tooMuch(whose: string, most: number, seconds: number): AssetError {
  const sentence = `No more than ${most} bytes may be uploaded in a day by ${whose}: try again in ${Math.ceil(seconds / 3_600)} hours.`;
  return new AssetError(429, "tooManyUploads", sentence, { "Retry-After": String(seconds) });
}
