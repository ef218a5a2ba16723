import { ClientError, ConnectionFailedError } from "@sanity/client";
import {
  BehaviorSubject,
  catchError,
  defer,
  exhaustMap,
  filter,
  map,
  of,
  retry,
  share,
  take,
  tap,
  throwError,
  timer,
  type Observable,
} from "rxjs";

/**
 * Why the lake takes nothing from this tab: nobody is signed in any more, the role is gone, or the browser's session is
 * somebody else's by now, in whose name nothing must be written that this person typed.
 */
export type Exclusion = "signed out" | "no editor" | "somebody else";

/** What the lake says of the session: 200 and the person's id for somebody whom it admits. */
export interface SessionAnswer {
  status: number;
  id?: string;
}

const askAgainMs = 2_000;

/**
 * Holds what the lake refuses because of who asks, and sends it once that person is admitted again: Sanity's tools take
 * such a refusal for a crash, and what was typed goes with it.
 *
 * @param whoAmI asks the lake about the session
 * @returns `exclusion`, null while all is well; `hold`, which wraps the sending of a request or the opening of a stream;
 *   `meet`, which is told whom the lake admits: the first is the person of this tab; and `personId`, the id of that
 */
export function admission(whoAmI: () => Promise<SessionAnswer>) {
  const exclusion = new BehaviorSubject<Exclusion | null>(null);
  let personId: string | undefined;
  const exclusionFor = ({ status, id }: SessionAnswer): Exclusion | null | undefined => {
    if (status === 401) return "signed out";
    if (status === 403) return "no editor";
    if (status !== 200) return undefined;
    return personId !== undefined && id !== personId ? "somebody else" : null;
  };
  // One question for all requests that wait.
  const admitted = timer(0, askAgainMs).pipe(
    exhaustMap(() => defer(whoAmI).pipe(catchError(() => of({ status: 0 })))),
    map(exclusionFor),
    tap((reason) => {
      if (reason !== undefined) exclusion.next(reason);
    }),
    filter((reason) => reason === null),
    take(1),
    share(),
  );
  const hold = <Answer>(send: () => Observable<Answer>): Observable<Answer> =>
    defer(send).pipe(
      retry({
        // A stream may be refused each time that its person leaves.
        resetOnSuccess: true,
        // Refused although its person is admitted: the request itself is what may not be.
        delay: (error, count) =>
          isRefusal(error) && count === 1 ? admitted : throwError(() => error),
      }),
    );
  return {
    exclusion,
    hold,
    meet: (id: string) => void (personId ??= id),
    personId: () => personId,
  };
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ClientError) return [401, 403].includes(error.statusCode);
  return error instanceof ConnectionFailedError && (error.status === 401 || error.status === 403);
}
