import { ClientError, ConnectionFailedError } from "@sanity/client";
import {
  BehaviorSubject,
  catchError,
  defer,
  exhaustMap,
  filter,
  of,
  retry,
  share,
  take,
  tap,
  throwError,
  timer,
  type Observable,
} from "rxjs";

/** Why the lake takes nothing from this person: nobody is signed in any more, or the role is gone. */
export type Exclusion = "signed out" | "no editor";

const askAgainMs = 2_000;

/**
 * Holds what the lake refuses because of who asks, and sends it once that person is admitted again: Sanity's tools take
 * such a refusal for a crash, and what was typed goes with it.
 *
 * @param whoAmI asks the lake for the status of this person: 200 for somebody whom it admits
 * @returns `exclusion`, null while all is well, and `hold`, which wraps the sending of a request
 *   or the opening of a stream
 */
export function admission(whoAmI: () => Promise<number>) {
  const exclusion = new BehaviorSubject<Exclusion | null>(null);
  // One question for all requests that wait.
  const admitted = timer(0, askAgainMs).pipe(
    exhaustMap(() => defer(whoAmI).pipe(catchError(() => of(0)))),
    tap((status) => {
      if (status === 401) exclusion.next("signed out");
      else if (status === 403) exclusion.next("no editor");
      else if (status === 200) exclusion.next(null);
    }),
    filter((status) => status === 200),
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
  return { exclusion, hold };
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ClientError) return [401, 403].includes(error.statusCode);
  return error instanceof ConnectionFailedError && (error.status === 401 || error.status === 403);
}
