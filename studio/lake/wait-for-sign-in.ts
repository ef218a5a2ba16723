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
  scan,
  share,
  take,
  tap,
  throwError,
  timer,
  type Observable,
} from "rxjs";

/**
 * Why the lake refuses this tab: nobody is signed in anymore, the role is gone, or the browser's
 * session now belongs to someone else, in whose name this user's edits must not be written.
 */
export type Exclusion = "signed out" | "no editor" | "someone else";

/** The lake's response about the session: 200 and the user's id when admitted. */
export interface SessionResponse {
  status: number;
  id?: string;
}

/** The last response about the session, and whether any since the first excluded the user. */
interface AdmissionState {
  reason: Exclusion | null | undefined;
  wasExcluded: boolean;
}

const askAgainMilliseconds = 2_000;

/**
 * Holds requests that the lake refuses because of the requester, and sends them once that user is
 * admitted again: Sanity's tools crash on such a refusal, and lose what was typed.
 *
 * @param whoAmI requests the session from the lake
 * @returns `exclusion`, null while all is well; `retryWhenAdmitted`, which wraps the
 *   sending of a request or the opening of a stream; `setUser`, which receives the admitted user:
 *   the first is the user of this tab; and `userId`, that user's id
 */
export function waitForSignIn(whoAmI: () => Promise<SessionResponse>) {
  const exclusion = new BehaviorSubject<Exclusion | null>(null);
  let userId: string | undefined;
  const exclusionFor = ({ status, id }: SessionResponse): Exclusion | null | undefined => {
    if (status === 401) return "signed out";
    if (status === 403) return "no editor";
    if (status !== 200) return undefined;
    return userId !== undefined && id !== userId ? "someone else" : null;
  };
  // One request for all that wait.
  const admitted = timer(0, askAgainMilliseconds).pipe(
    exhaustMap(() => defer(whoAmI).pipe(catchError(() => of({ status: 0 })))),
    map(exclusionFor),
    tap((reason) => {
      if (reason !== undefined) exclusion.next(reason);
    }),
    scan(
      (state: AdmissionState, reason) => ({ reason, wasExcluded: state.wasExcluded || !!reason }),
      {
        reason: undefined,
        wasExcluded: false,
      },
    ),
    filter(({ reason }) => reason === null),
    take(1),
    share(),
  );
  const retryWhenAdmitted = <Result>(send: () => Observable<Result>): Observable<Result> =>
    defer(() => {
      /** How often it was refused although its user was admitted: then it is itself forbidden. */
      let forbidden = 0;
      return defer(send).pipe(
        // A stream may be refused each time that its user signs out.
        tap(() => (forbidden = 0)),
        retry({
          delay: (error) => {
            if (!isForbidden(error)) return throwError(() => error);
            return admitted.pipe(
              tap(({ wasExcluded }) => {
                // Another person may log in just as this one is back: what was typed waits again.
                if (!wasExcluded && ++forbidden > 1) throw error;
              }),
            );
          },
        }),
      );
    });
  return {
    exclusion,
    retryWhenAdmitted,
    setUser: (id: string) => void (userId ??= id),
    userId: () => userId,
  };
}

function isForbidden(error: unknown): boolean {
  if (error instanceof ClientError) return [401, 403].includes(error.statusCode);
  return error instanceof ConnectionFailedError && (error.status === 401 || error.status === 403);
}
