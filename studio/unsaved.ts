import {
  BehaviorSubject,
  defer,
  filter,
  finalize,
  Subject,
  Subscription,
  take,
  type Observable,
} from "rxjs";
import type { LakeDocument } from "../schemas/content-check/finding";
import type { Waiting } from "./commit-retry";

/** The operations of the Studio's document store that this module needs. */
interface Operations {
  commit: { disabled: unknown; execute: () => void };
}

/** A document as its form has it. */
interface Versions {
  draft: LakeDocument | null;
  published: LakeDocument | null;
}

interface OpenDocument {
  /** What its form shows; null before it is known. */
  content: LakeDocument | null;
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
 * @param versions the document, with everything that was typed
 * @returns the cleanup for when the form is closed: sends the last input
 */
export function followDocument(
  operations: Observable<Operations>,
  isConsistent: Observable<boolean>,
  versions: Observable<Versions>,
): () => void {
  let commit = () => {};
  const document: OpenDocument = { content: null, isSaved: true, commit: () => commit() };
  documents.add(document);
  const following = new Subscription();
  following.add(
    operations.subscribe((able) => {
      if (!able.commit.disabled) commit = () => able.commit.execute();
    }),
  );
  following.add(isConsistent.subscribe((is) => (document.isSaved = is)));
  following.add(
    versions.subscribe(({ draft, published }) => (document.content = draft ?? published)),
  );
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

/** The documents with something that is not in the lake yet, as their forms have them. */
export const unsavedDocuments = (): LakeDocument[] =>
  [...documents].flatMap(({ isSaved, content }) => (isSaved || !content ? [] : content));

const lateMs = 2_000;

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

  /** Sends the edits again that are stuck. */
  tryAgain(): void {
    for (const [edit, { reason }] of this.#delays)
      this.#delays.set(edit, { reason, isStuck: false });
    this.#tell();
    this.#again.next();
  }

  /** @param send sends an edit, and reports the reason each time that it has to wait */
  watch<Answer>(send: (waiting: Waiting) => Observable<Answer>): Observable<Answer> {
    return defer(() => {
      const own = {};
      const timer = setTimeout(() => this.#set(own, this.#delays.get(own) ?? silence), lateMs);
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
