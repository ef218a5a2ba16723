import { AsyncResource } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { withFloor } from "@platen/kit";
import { type Database, isDiskFull, type Queryable } from "@platen/postgres/database";
import type { Logger } from "../options";
import { MailRefused } from "./mail";
import type { MailContent } from "./mail-content";

/**
 * Ten attempts with pauses that double, about 9 minutes in all: what a mail confirms is valid for
 * an hour.
 */
const maxAttempts = 10;
const pauseSeconds = (attempts: number) => 2 ** (attempts - 1);

/**
 * The maximum number of mails in flight, at most one per domain: while one was sent at a time, a
 * mail server that was silent for 28 s about one domain delayed all mail for minutes.
 */
const maxInFlight = 4;

/**
 * How long shutdown waits for the mails that are being sent. A mail that is not acknowledged by
 * then is sent again.
 */
const timeoutMilliseconds = 5_000;

interface Queued {
  id: string;
  letter: MailContent;
  attempts: number;
  due_at: Date;
}

/**
 * Mails that wait in the database until the mail server has taken them: they survive a restart, and
 * an unavailable server. One process sends.
 */
export class MailQueue {
  readonly #database: Database;
  readonly #send: (content: MailContent) => Promise<void>;
  readonly #logger: Logger;
  readonly #now: () => Date;
  /**
   * Mails that have left, or were given up, and are still in the table because the disk is full.
   */
  readonly #done = new Set<string>();
  /**
   * The queue's own context: otherwise it would go on with the turns, and with the reserve on disk,
   * of the request that woke it.
   */
  readonly #context = new AsyncResource("MailQueue");
  /** By id. */
  readonly #inFlight = new Map<string, { domain: string; done: Promise<void> }>();
  /** Why the queue could not be read or written. */
  #failure: { error: unknown } | null = null;
  /** Ends the wait for a mail in flight. */
  #lookAgain: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #wanted = false;
  #closed = false;

  constructor(
    { database, logger, now }: { database: Database; logger: Logger; now: () => Date },
    send: (content: MailContent) => Promise<void>,
  ) {
    this.#database = database;
    this.#send = send;
    this.#logger = logger;
    this.#now = now;
  }

  /**
   * Adds a mail in the caller's transaction. It leaves when it is due, once the queue is woken, or
   * after the next start.
   */
  async add(db: Queryable, content: MailContent, due: Date): Promise<void> {
    await db.query(
      "insert into auth.mail_queue (id, letter, due_at, created_at) values ($1, $2, $3, $4)",
      [randomUUID(), JSON.stringify(content), due, this.#now()],
    );
  }

  /** Sends what is due, now and whenever the rest becomes due. */
  wake(): void {
    this.#wanted = true;
    this.#lookAgain?.();
    if (this.#running || this.#closed) return;
    this.#running = this.#context
      .runInAsyncScope(() => this.#work())
      .catch((error: unknown) => {
        if (!isDiskFull(error)) {
          this.#logger.error({ err: error }, "The mail queue could not be read.");
        }
        this.#wakeIn(60_000);
      })
      .finally(() => {
        this.#running = null;
        if (this.#wanted) this.wake();
      });
  }

  /** Stops sending; what waits is sent after the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise((done) => (timer = setTimeout(done, timeoutMilliseconds)));
    await Promise.race([this.#running, waited]);
    clearTimeout(timer);
  }

  async #work(): Promise<void> {
    for (;;) {
      this.#wanted = false;
      const before = this.#inFlight.size;
      const isFull = this.#closed || before >= maxInFlight;
      const next = isFull ? null : await this.#next();
      const early = next ? next.due_at.getTime() - this.#now().getTime() : 0;
      if (next && early <= 0) {
        this.#begin(next);
        continue;
      }
      if (next) this.#wakeIn(early);
      // One that has left since then may have made room for the next.
      if (before > 0 && this.#inFlight.size === before) await this.#waitForChange();
      const failure = this.#failure;
      this.#failure = null;
      if (failure) throw failure.error;
      if (before === 0) return;
    }
  }

  /** The mail that is due first, of those that may leave while others are in flight. */
  async #next(): Promise<Queued | null> {
    const domains = [...this.#inFlight.values()].map(({ domain }) => domain);
    const [next] = await this.#database.query<Queued>(
      `select id, letter, attempts, due_at from auth.mail_queue
       where not (id = any ($1)) and not (lower(split_part(letter ->> 'to', '@', 2)) = any ($2))
       order by due_at limit 1`,
      [[...this.#inFlight.keys()], domains],
    );
    return next ?? null;
  }

  #begin(queued: Queued): void {
    const { id, letter } = queued;
    const done = this.#attempt(queued)
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => this.#inFlight.delete(id));
    this.#inFlight.set(id, { domain: letter.to.split("@")[1]?.toLowerCase() ?? "", done });
  }

  /** Waits until a mail in flight has left, or another one was added. */
  async #waitForChange(): Promise<void> {
    const woken = new Promise<void>((look) => (this.#lookAgain = look));
    if (!this.#wanted)
      await Promise.race([woken, ...[...this.#inFlight.values()].map(({ done }) => done)]);
    this.#lookAgain = null;
  }

  async #attempt(queued: Queued): Promise<void> {
    const { id } = queued;
    // A mail that was sent and could not be removed is not sent again each minute until the disk
    // has room.
    if (!this.#done.has(id) && !(await this.#trySend(queued))) return;
    this.#done.add(id);
    await withFloor("reserve", () =>
      this.#database.query("delete from auth.mail_queue where id = $1", [id]),
    );
    this.#done.delete(id);
  }

  /** Tries to send a mail. @returns false when it must be tried again */
  async #trySend({ id, letter, attempts: before }: Queued): Promise<boolean> {
    const attempts = before + 1;
    try {
      await this.#send(letter);
    } catch (error) {
      const details = { kind: letter.kind, attempts, reason: failureCode(error) };
      if (attempts < maxAttempts && !(error instanceof MailRefused)) {
        const due = new Date(this.#now().getTime() + pauseSeconds(attempts) * 1000);
        this.#logger.warn(details, "A mail could not be sent and will be tried again.");
        await this.#database.query(
          "update auth.mail_queue set attempts = $2, due_at = $3 where id = $1",
          [id, attempts, due],
        );
        return false;
      }
      this.#logger.error(details, "A mail could not be sent and was dropped.");
    }
    return true;
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.wake(), milliseconds).unref();
  }
}

/** Its code alone: mail servers put the person's address into their sentences. */
function failureCode(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return error instanceof Error ? error.name : "unknown";
}
