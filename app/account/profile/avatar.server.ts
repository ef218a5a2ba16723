import { createHash } from "node:crypto";
import {
  currentRequester,
  FairSlots,
  type TaskLimits,
  TaskProcesses,
  TaskProcessEnd,
  TaskRefusal,
  TokenBuckets,
} from "@platen/kit";
import { maxPictureMegabytes } from "./max-picture-size";

/** A picture as it is stored: square, WebP, without the camera's metadata. */
export interface AvatarPicture {
  /** SHA-256 of its bytes. */
  hash: string;
  bytes: Buffer;
}

/** The refusal of a picture, for the form. */
export class AvatarError extends Error {
  override readonly name = "AvatarError";
}

/** Decoding 16 million pixels takes 0.7 s of a processor that nothing else uses. */
const maxMilliseconds = 20_000;

/** Decoding 16 million pixels takes 300 MB. */
const memoryLimit = 600 * 1024 * 1024;

/**
 * The first bytes of each file type. Anything else never reaches the decoder; SVG above all, which
 * is a program.
 */
const fileSignatures = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF.{4}WEBP/s,
  /^.{4}ftyp(avif|avis)/s,
];

/** How many wait or are in progress, in all and of one network. */
const maxMaking = 48;
const maxOfNetwork = 4;

/**
 * Processor time of one network's pictures, in milliseconds: a tenth of a core. Limited by number
 * alone, twenty AVIFs a minute of 16 million pixels each took a third.
 */
const timeOfNetwork = { burst: 12_000, perSecond: 100 };

/**
 * Makes avatars of uploaded files: their center, square, in our own format. They are decoded in a
 * process of its own, because decoding takes both cores from the pages of all others; one at a
 * time, because each may take 300 MB; first of the network that has had the fewest. With first
 * come, first served, 522-byte files from eight networks caused all other uploads to be refused.
 */
export class AvatarMaker {
  readonly #processes: TaskProcesses<Uint8Array, Uint8Array>;
  readonly #turns = new FairSlots(1);
  readonly #time: TokenBuckets;
  /** The networks of those in progress or waiting, by the id of the account. */
  readonly #making = new Map<string, string>();

  /**
   * @param entry the compiled `avatar-process`
   * @param time of each network, in milliseconds
   */
  constructor(
    entry: URL,
    limits: TaskLimits = { maxMilliseconds, memoryLimit },
    time = new TokenBuckets(timeOfNetwork),
  ) {
    this.#processes = new TaskProcesses(entry, limits);
    this.#time = time;
  }

  /**
   * @param account the owner of the picture: an account has one at a time, so that none keeps all
   *   others waiting
   * @throws {AvatarError} a sentence for the form when the file is too large, no picture, or
   *   broken, when it takes too long, and when too many wait
   */
  async make(file: Blob, account: string): Promise<AvatarPicture> {
    if (file.size > maxPictureMegabytes * 1_000_000) {
      throw new AvatarError(
        `That file is larger than ${maxPictureMegabytes} MB. Choose a smaller picture.`,
      );
    }
    const source = Buffer.from(await file.arrayBuffer());
    const start = source.subarray(0, 16).toString("latin1");
    if (!fileSignatures.some((signature) => signature.test(start))) {
      throw new AvatarError("Choose a JPEG, PNG, WebP, AVIF or GIF picture.");
    }
    if (this.#making.has(account)) {
      throw new AvatarError("Your last picture is still being prepared. Try again in a moment.");
    }
    const network = currentRequester() ?? account;
    const ofNetwork = [...this.#making.values()].filter((each) => each === network).length;
    const hasTime = this.#time.waitFor([{ key: network, tokens: 0 }]) === 0;
    if (!hasTime || this.#making.size >= maxMaking || ofNetwork >= maxOfNetwork) {
      throw new AvatarError("Many pictures are being prepared right now. Try again in a minute.");
    }
    this.#making.set(account, network);
    try {
      const bytes = await this.#turns.run(network, () => this.#carryOut(source, network));
      return { hash: createHash("sha256").update(bytes).digest("hex"), bytes };
    } catch (error) {
      throw sentenceOf(error) ?? error;
    } finally {
      this.#making.delete(account);
    }
  }

  /** The time is known only afterward: what exceeds the budget is paid from what accrues next. */
  async #carryOut(source: Buffer, network: string): Promise<Buffer> {
    const started = performance.now();
    const spend = (milliseconds: number) => this.#time.reserve(network, milliseconds, Infinity);
    try {
      const { result, milliseconds } = await this.#processes.run(source);
      spend(milliseconds);
      return Buffer.from(result);
    } catch (error) {
      // A broken picture may cost as much, and an ended process does not say what it took.
      spend(performance.now() - started);
      throw error;
    }
  }

  close(): void {
    this.#processes.close();
  }
}

function sentenceOf(error: unknown): AvatarError | null {
  if (error instanceof TaskRefusal) return new AvatarError(error.message);
  if (!(error instanceof TaskProcessEnd)) return null;
  return new AvatarError("That picture could not be prepared. Try again, or choose another one.");
}

const fileNamePattern = /^([0-9a-f]{64})\.webp$/;

/** The URL of a picture: another picture has another URL, so that each may be cached forever. */
export const avatarUrlOf = (hash: string): string => `/avatars/${hash}.webp`;

/** The hash in the last part of such a path; null for any other. */
export const hashInFileName = (name: string): string | null =>
  fileNamePattern.exec(name)?.[1] ?? null;
