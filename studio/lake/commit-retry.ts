import { ClientError } from "@sanity/client";
import { catchError, defer, of, retry, take, throwError, timer, type Observable } from "rxjs";
import { isRefusal, reasonOf } from "./refusal";

const firstRetryMilliseconds = 250;
/** Between two attempts without a response: the site may be back at any moment. */
const maxSilenceMilliseconds = 3_000;

/** The lake's refusals of one edit, over about a minute, after which its user decides. */
const maxRefusals = 8;

/**
 * Statuses for an unresponsive lake, and for an edit whose request was lost halfway: after 30 s the
 * site gave up, the form took that for a refusal, and showed an error page instead of what was
 * typed.
 */
const retriedStatuses = new Set([408, 502, 503, 504]);

/** How an edit that has to wait and its user reach each other. */
export interface Waiting {
  /**
   * Called each time that the edit has to wait: with the lake's reason, or null without a response.
   * A stuck edit is sent again only when `again` emits.
   */
  delayed: (reason: string | null, isStuck: boolean) => void;
  again: Observable<unknown>;
}

/**
 * Sends an edit until the lake has accepted it or refuses it permanently. A full disk, a limit, or
 * a fault of the lake may be temporary: such an edit is retried with growing delays; after about a
 * minute only on the user's request. Endless retries kept the lake busy, and its user waiting for
 * something that could not succeed.
 *
 * Sanity's client retries only reads: an edit that met a lost connection would crash the form, and
 * lose what was typed.
 *
 * @param send sends the edit; each time with the same transaction id, so that the lake applies it
 *   once
 * @param transactionId that id
 * @returns the lake's response. Errors with the lake's refusal.
 */
export function retryCommit<Result>(
  send: () => Observable<Result>,
  transactionId: string,
  { delayed, again }: Waiting,
): Observable<Result | { transactionId: string }> {
  let refusals = 0;
  return defer(send).pipe(
    retry({
      delay: (error, count) => {
        if (!isPassing(error)) return throwError(() => error);
        if (!isRefusal(error) || retriedStatuses.has(error.statusCode)) {
          delayed(null, false);
          return timer(Math.min(firstRetryMilliseconds * 2 ** count, maxSilenceMilliseconds));
        }
        refusals += 1;
        const isStuck = refusals === maxRefusals;
        delayed(reasonOf(error), isStuck);
        if (!isStuck) return timer(firstRetryMilliseconds * 2 ** refusals);
        refusals = 0;
        return again.pipe(take(1));
      },
    }),
    catchError((error: unknown) =>
      isTaken(error) ? of({ transactionId }) : throwError(() => error),
    ),
  );
}

/**
 * Sanity's editor drops what was typed at any other refusal, and shows the lake's version again.
 */
const isPassing = (error: unknown): boolean =>
  !isRefusal(error) || [408, 429].includes(error.statusCode) || error.statusCode >= 500;

/** The lake already applied the edit, but the connection was lost before its response. */
function isTaken(error: unknown): boolean {
  if (!(error instanceof ClientError)) return false;
  // A proxy's refusal has none.
  const details: Partial<ClientError["details"]> | undefined = error.details;
  return details?.type === "transactionExistsError";
}
