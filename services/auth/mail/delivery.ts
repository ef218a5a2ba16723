import { isDiskFull, type Queryable } from "../../postgres/database";
import { AuthError } from "../errors";
import type { Requester } from "../hashing-queue";
import type { AuthOptions, Logger } from "../options";
import type { Limits } from "../rate-limit";
import { takeMail } from "./budget";
import { confirmationLink } from "./link";
import type { ConfirmationKind, Mail, Mailer, NoticeKind } from "./mailer";
import { MailQueue } from "./queue";
import { type Letter, renderMail } from "./templates";

/** A mail that confirms something: the code for typing, its hash for the link. */
export interface Confirmation {
  to: string;
  code: string;
  tokenHash: string;
  redirectTo: string;
  newEmail?: string;
}

/** Sends what was written, once that is committed. */
export type Dispatch = () => void;

/** That a mail may leave. */
export interface Admission {
  /**
   * For a mail that nobody needs after all: it does not count among everybody's, else made-up addresses would stop them.
   * It counts as the visitor's, and as one to that address, which would otherwise tell whether there is an account.
   */
  giveBack(): void;
  /** For one that was refused after all, before anybody looked at an account: it counts nowhere. */
  cancel(): void;
}

/**
 * Sends mails after the response has left. The time that an answer takes, and whether the mail server answers, would
 * otherwise tell a stranger which addresses have accounts.
 */
export class Delivery {
  readonly #mailer: Mailer | null;
  readonly #options: AuthOptions;
  readonly #limits: Limits;
  readonly #logger: Logger;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #queue: MailQueue | null;

  constructor(options: AuthOptions, limits: Limits, logger: Logger, now: () => Date) {
    const { mailer, database } = options;
    this.#mailer = mailer;
    this.#options = options;
    this.#limits = limits;
    this.#logger = logger;
    this.#queue = mailer?.queued
      ? new MailQueue({ database, logger, now }, (letter) => mailer.send(this.#word(letter)))
      : null;
    // What an earlier process left behind.
    this.#queue?.wake();
  }

  /** Whether accounts are confirmed without a mail. */
  get autoconfirm(): boolean {
    return this.#mailer?.autoconfirm ?? true;
  }

  /** Throws 422 when no mail can be sent at all. */
  requireMailer(): void {
    if (this.#mailer) return;
    throw new AuthError(422, "email_provider_disabled", "This server cannot send e-mail");
  }

  /**
   * Asked before looking at any account, so that known and unknown addresses get the same answer. Throws 422 when no
   * mail can be sent, and 429 when this one comes too soon after the last of its kind to the same address, or after too
   * many others.
   *
   * @param kind mails that count together: those that spend the same one-time token
   * @param to an e-mail address, or whatever else stands for one mailbox
   * @param requester who asks, and for whose account; with `known`, one is kept for them when others use up theirs
   */
  admit(
    kind: "confirmation" | "recovery" | "email_change" | "reauthentication",
    to: string,
    requester: Requester,
  ): Admission {
    this.requireMailer();
    const { mailToAddress } = this.#limits;
    const mailbox = `${kind} ${to}`;
    const wait = mailToAddress.take(mailbox);
    if (wait > 0) {
      const message = `For security purposes, you can only request this after ${wait} seconds.`;
      throw new AuthError(429, "over_email_send_rate_limit", message, { retryAfterSeconds: wait });
    }
    const forget = () => mailToAddress.giveBack(mailbox);
    if (this.autoconfirm) return { giveBack() {}, cancel: forget };
    const mail = takeMail(this.#limits, requester);
    if ("wait" in mail) {
      forget();
      throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded", {
        retryAfterSeconds: mail.wait,
      });
    }
    return {
      giveBack: () => mail.giveBack(),
      cancel() {
        forget();
        mail.cancel();
      },
    };
  }

  /**
   * Writes mails in the transaction of what they confirm: a process that dies after it was acknowledged has them still.
   *
   * @returns what sends them in the background, for after the commit; a failure is logged
   */
  async write(
    db: Queryable,
    kind: ConfirmationKind,
    ...confirmations: Confirmation[]
  ): Promise<Dispatch> {
    const { siteUrl } = this.#options;
    const letters = confirmations.map(({ to, code, tokenHash, redirectTo, newEmail }): Letter => {
      const link =
        kind === "reauthentication" ? null : confirmationLink(siteUrl, tokenHash, kind, redirectTo);
      return { kind, to, link, code, ...(newEmail !== undefined && { newEmail }) };
    });
    return this.#post(db, letters);
  }

  /** The same for a mail that tells a person what has happened to their account. */
  async writeNotice(db: Queryable, kind: NoticeKind, to: string | null): Promise<Dispatch> {
    return this.#post(db, to ? [{ kind, to, link: null, code: null }] : []);
  }

  async #post(db: Queryable, letters: Letter[]): Promise<Dispatch> {
    const mailer = this.#mailer;
    const queue = this.#queue;
    if (queue) {
      for (const letter of letters) await queue.add(db, letter);
      return () => queue.wake();
    }
    return () => {
      for (const letter of mailer ? letters : []) {
        const failure = `The ${letter.kind} mail could not be sent.`;
        this.inBackground(failure, async () => mailer?.send(this.#word(letter)));
      }
    };
  }

  /** Words a mail when it leaves, with the name that the product has then. */
  #word(letter: Letter): Mail {
    const { siteUrl, brandName } = this.#options;
    const name = typeof brandName === "function" ? brandName() : brandName;
    return renderMail(letter, name || new URL(siteUrl).hostname);
  }

  /** Does `work` after the response; a failure is logged with that message. */
  inBackground(failure: string, work: () => Promise<void>): void {
    const running = Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        // The log says once that the disk is full, and not with each attempt to write.
        if (!isDiskFull(error)) this.#logger.error({ err: error }, failure);
      })
      .finally(() => this.#inFlight.delete(running));
    this.#inFlight.add(running);
  }

  /** Waits until nothing is under way, and sends no more. */
  async settle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
    await this.#queue?.close();
  }
}
