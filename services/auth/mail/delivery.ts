import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { isDiskFull, type Queryable } from "@platen/postgres/database";
import { AuthError } from "../errors";
import type { Requester } from "../passwords/hashing-queue";
import type { Logger, ServiceOptions } from "../options";
import { limitRequests, type Limits } from "../limits/sign-in-and-mail-limits";
import { reserveMail, takeShare } from "./budget";
import { confirmationLink } from "./link";
import type { ConfirmationKind, Mail, Mailer, NoticeKind } from "./mail";
import { MailQueue } from "./queue";
import type { AccountMail, ForwardedMessage, MailContent } from "./mail-content";
import { plainName, renderMail } from "./templates";

/** A mail that confirms something: the code for typing, its hash for the link. */
export interface Confirmation {
  to: string;
  code: string;
  tokenHash: string;
  redirectTo: string;
  newEmail?: string;
  /** Earliest send time, now by default; null if the mail must not be sent. */
  leavesAt?: Date | null;
}

/** Sends what was written, once that is committed. */
export type Dispatch = () => void;

/** A request for a mail that has passed the limits, before it is known whether anyone needs it. */
export interface Admission {
  /**
   * Reserves a mail that is needed, and returns its earliest send time; null if the mail must not
   * be sent, because too many wait.
   */
  reserve(): Date | null;
  /** Releases the reservation for a request that was refused before any account was looked up. */
  cancel(): void;
}

/** The earliest send time of mails that belong together; null if one of them must not be sent. */
export const reserveTogether = (admissions: readonly Admission[], now: Date): Date | null =>
  admissions
    .map((admission) => admission.reserve())
    .reduce((latest, next) => latest && next && (latest > next ? latest : next), now);

type MailReason = "confirmation" | "recovery" | "email_change" | "reauthentication";

/**
 * Sends mails after the response has left. The time that a response takes, and whether the mail
 * server responds, would otherwise tell anyone which addresses have accounts.
 */
export class Delivery {
  readonly #mailer: Mailer | null;
  readonly #options: ServiceOptions;
  readonly #limits: Limits;
  readonly #logger: Logger;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #queue: MailQueue | null;
  readonly #now: () => Date;
  readonly #pause: () => Promise<unknown>;

  constructor(options: ServiceOptions, limits: Limits, logger: Logger, now: () => Date) {
    const { mailer, database } = options;
    this.#mailer = mailer;
    this.#options = options;
    this.#limits = limits;
    this.#logger = logger;
    this.#now = now;
    this.#pause = options.pause ?? (() => setTimeout(randomInt(200, 1200)));
    this.#queue = mailer?.queued
      ? new MailQueue({ database, logger, now }, (content) => mailer.send(this.#render(content)))
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
    throw new AuthError(422, "email_provider_disabled", "This server cannot send email");
  }

  /**
   * Asked before looking at any account, so that known and unknown addresses get the same response.
   * Throws 422 when no mail can be sent, and 429 when this one comes too soon after the last of its
   * kind to the same address, or after too many others that this visitor asked for.
   *
   * @param kind mails that count together: those that spend the same one-time token
   * @param to an email address, or whatever else stands for one mailbox
   * @param requester for whom, and for whose account; with `known`, one mail is reserved for them
   * when others use up theirs
   */
  admit(kind: MailReason, to: string, requester: Requester): Admission {
    const forgetAddress = this.#takeMailbox(kind, to);
    if (this.autoconfirm) {
      return { reserve: () => this.#now(), cancel: forgetAddress };
    }
    const share = takeShare(this.#limits, requester);
    if ("wait" in share) {
      forgetAddress();
      throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded", {
        retryAfterSeconds: share.wait,
      });
    }
    return {
      reserve: () => {
        const wait = reserveMail(this.#limits, requester);
        if (wait !== null) return new Date(this.#now().getTime() + wait * 1000);
        this.#logger.warn({ kind }, "A mail was not sent: too many wait for the next hour.");
        return null;
      },
      cancel() {
        forgetAddress();
        share.cancel();
      },
    };
  }

  /** Takes the mail of a kind that may go to an address in a while. @returns what gives it back */
  #takeMailbox(kind: MailReason, to: string): () => void {
    this.requireMailer();
    const { mailToEmail } = this.#limits;
    const mailbox = `${kind} ${to}`;
    const wait = mailToEmail.take(mailbox);
    if (wait === 0) return () => mailToEmail.giveBack(mailbox);
    const message = `For security purposes, you can only request this after ${wait} seconds.`;
    throw new AuthError(429, "over_email_send_rate_limit", message, {
      retryAfterSeconds: wait,
      mailboxHasMail: true,
    });
  }

  /**
   * Writes mails in the transaction of what they confirm, so they survive a crash after the
   * response.
   *
   * @returns what sends them in the background, for after the commit; a failure is logged
   */
  async write(
    db: Queryable,
    kind: ConfirmationKind,
    ...confirmations: Confirmation[]
  ): Promise<Dispatch> {
    const { siteUrl } = this.#options;
    const leavesAt = confirmations[0]?.leavesAt;
    if (leavesAt === null) return () => {};
    const contents = confirmations.map(
      ({ to, code, tokenHash, redirectTo, newEmail }): AccountMail => {
        const link =
          kind === "reauthentication"
            ? null
            : confirmationLink(siteUrl, tokenHash, kind, redirectTo);
        return { kind, to, link, code, ...(newEmail !== undefined && { newEmail }) };
      },
    );
    return this.#post(db, contents, leavesAt);
  }

  /**
   * Like {@link write}, for a mail that tells a person what has happened to their account: one of a
   * kind in a while. Someone who adds and removes an authenticator in turn would send mails without
   * end.
   */
  async writeNotice(db: Queryable, kind: NoticeKind, to: string | null): Promise<Dispatch> {
    if (!to || this.#limits.mailToEmail.take(`${kind} ${to}`) > 0) return () => {};
    return this.#post(db, [{ kind, to, link: null, code: null }]);
  }

  /**
   * Like {@link write}, for what a visitor wrote in the contact form. These mails have a limit of
   * their own, because a flood of them must not use up the mails by which people sign in.
   *
   * Throws 429 when too many were sent.
   */
  async writeMessage(db: Queryable, message: ForwardedMessage): Promise<Dispatch> {
    this.requireMailer();
    limitRequests(this.#limits.messageMail, "all");
    return this.#post(db, [message]);
  }

  async #post(db: Queryable, contents: MailContent[], leavesAt = this.#now()): Promise<Dispatch> {
    const mailer = this.#mailer;
    const queue = this.#queue;
    if (queue) {
      for (const content of contents) await queue.add(db, content, leavesAt);
      return () => queue.wake();
    }
    return () => {
      for (const content of mailer ? contents : []) {
        const failure = `The ${content.kind} mail could not be sent.`;
        this.inBackground(failure, async () => mailer?.send(this.#render(content)));
      }
    };
  }

  /** Renders a mail when it leaves, with the name that the product has then. */
  #render(content: MailContent): Mail {
    const { siteUrl, brandName } = this.#options;
    const name = typeof brandName === "function" ? brandName() : brandName;
    return renderMail(content, plainName(name ?? "") || new URL(siteUrl).hostname, this.#options);
  }

  /**
   * Does `work` at a random time after the response, so that no response time tells whether there
   * is an account: a request that followed immediately was handled later when there was work to do.
   */
  inBackgroundLater(failure: string, work: () => Promise<void>): void {
    this.inBackground(failure, async () => {
      // Where sign-ups confirm themselves, they tell who has an account in any case.
      if (!this.autoconfirm) await this.#pause();
      await work();
    });
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

  /** Waits until no mail is in flight, and sends no more. */
  async settle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
    await this.#queue?.close();
  }
}
