import { BehaviorSubject, defer, finalize, Subject, type Observable } from "rxjs";
import type { Waiting } from "./commit-retry";

const lateMilliseconds = 2_000;

/** Why an edit is not in the lake yet. */
export interface Delay {
  /** The lake's reason, or null without a response. */
  reason: string | null;
  /** It is sent again only when its user asks. */
  isStuck: boolean;
}

/** No response: the connection is lost. */
export const silence: Delay = { reason: null, isStuck: false };

/** Watches the edits in flight to the lake. */
export class Edits {
  /**
   * Set while an edit has been in flight so long, or got such a response, that the user should
   * know.
   */
  readonly delay = new BehaviorSubject<Delay | null>(null);
  readonly #delays = new Map<object, Delay>();
  readonly #again = new Subject<void>();

  /** Sends stuck edits again. */
  tryAgain(): void {
    for (const [edit, { reason }] of this.#delays)
      this.#delays.set(edit, { reason, isStuck: false });
    this.#tell();
    this.#again.next();
  }

  /** @param send sends an edit, and reports the reason each time that it has to wait */
  watch<Result>(send: (waiting: Waiting) => Observable<Result>): Observable<Result> {
    return defer(() => {
      const own = {};
      const timer = setTimeout(
        () => this.#set(own, this.#delays.get(own) ?? silence),
        lateMilliseconds,
      );
      const delayed = (reason: string | null, isStuck: boolean) => {
        // A short time without a response is not worth reporting.
        if (reason !== null) this.#set(own, { reason, isStuck });
        else if (this.#delays.has(own)) this.#set(own, silence);
      };
      return send({ delayed, again: this.#again }).pipe(
        finalize(() => {
          clearTimeout(timer);
          if (this.#delays.delete(own)) this.#tell();
        }),
      );
    });
  }

  #set(edit: object, delay: Delay): void {
    this.#delays.set(edit, delay);
    this.#tell();
  }

  #tell(): void {
    const delays = [...this.#delays.values()];
    this.delay.next(delays.findLast(({ isStuck }) => isStuck) ?? delays.at(-1) ?? null);
  }
}
