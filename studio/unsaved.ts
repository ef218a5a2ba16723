import {
  BehaviorSubject,
  defer,
  filter,
  finalize,
  Subscription,
  take,
  type Observable,
} from "rxjs";

/** The operations of the Studio's document store that this module needs. */
interface Operations {
  commit: { disabled: unknown; execute: () => void };
}

interface OpenDocument {
  /** The lake has everything that was typed into it. */
  isSaved: boolean;
  /**
   * Sends what the Studio still holds back: it commits once a second, for all documents together.
   */
  commit: () => void;
}

/** Documents whose form is open, or was left before everything was saved. */
const documents = new Set<OpenDocument>();

/**
 * Tracks a document whose form is open. The Studio drops a document some seconds after its form is
 * closed, with any edits in flight: this holds it until the lake has everything.
 *
 * @param isConsistent whether the lake has everything that was typed
 * @returns the cleanup for when the form is closed: sends the last input
 */
export function followDocument(
  operations: Observable<Operations>,
  isConsistent: Observable<boolean>,
): () => void {
  let commit = () => {};
  const document: OpenDocument = { isSaved: true, commit: () => commit() };
  documents.add(document);
  const following = new Subscription();
  following.add(
    operations.subscribe((able) => {
      if (!able.commit.disabled) commit = () => able.commit.execute();
    }),
  );
  following.add(isConsistent.subscribe((is) => (document.isSaved = is)));
  return () => {
    // Rich-text editors pass on their last input while they unmount, after this.
    queueMicrotask(() => {
      commitTyped(document);
      const saved = isConsistent.pipe(filter(Boolean), take(1));
      saved.subscribe(() => {
        documents.delete(document);
        following.unsubscribe();
      });
    });
  };
}

/** Not where all is saved: the Studio would abort a publish in flight. */
function commitTyped(document: OpenDocument): void {
  if (!document.isSaved) document.commit();
}

/** Sends at once what was typed into any document. */
export function commitAll(): void {
  for (const document of documents) commitTyped(document);
}

/** Whether something that was typed is not in the lake yet. */
export const isUnsaved = (): boolean => [...documents].some(({ isSaved }) => !isSaved);

const lateMs = 2_000;

/** Why an edit is not in the lake yet: the lake's reason, or null without a response. */
export interface Delay {
  reason: string | null;
}

const silence: Delay = { reason: null };

/** Watches the edits in flight to the lake. */
export class Edits {
  /**
   * Set while an edit has been in flight so long, or got such a response, that the user should
   * know.
   */
  readonly delay = new BehaviorSubject<Delay | null>(null);
  readonly #delays = new Map<object, Delay>();

  /** @param send sends an edit, and reports the reason each time that it has to wait */
  watch<Answer>(
    send: (delayed: (reason: string | null) => void) => Observable<Answer>,
  ): Observable<Answer> {
    return defer(() => {
      const own = {};
      const timer = setTimeout(() => this.#set(own, this.#delays.get(own) ?? silence), lateMs);
      const delayed = (reason: string | null) => {
        // A short time without a response is not worth reporting.
        if (reason !== null) this.#set(own, { reason });
        else if (this.#delays.has(own)) this.#set(own, silence);
      };
      return send(delayed).pipe(
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
    this.delay.next([...this.#delays.values()].at(-1) ?? null);
  }
}
