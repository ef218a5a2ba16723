import { ClientError } from "@sanity/client";
import { catchError, defer, of, retry, throwError, timer, type Observable } from "rxjs";
import { isRefusal, reasonOf } from "./refusal";

const firstRetryMs = 250;
const maxRetryMs = 3_000;

/** A proxy's statuses for an unresponsive lake. */
const unanswered = new Set([502, 503, 504]);

/**
 * Sends an edit until the lake has accepted it or refuses it for good. A full disk, a limit, or a
 * fault of the lake is temporary.
 *
 * Sanity's client retries only reads: an edit that met a lost connection would crash the form, and
 * lose what was typed.
 *
 * @param send sends the edit; each time with the same transaction id, so that the lake applies it
 *   once
 * @param transactionId that id
 * @param delayed called each time that the edit has to wait: with the lake's reason, or null
 *   without a response
 * @returns the lake's response. Errors with the lake's refusal.
 */
export function commitUntilAnswered<Answer>(
  send: () => Observable<Answer>,
  transactionId: string,
  delayed: (reason: string | null) => void,
): Observable<Answer | { transactionId: string }> {
  return defer(send).pipe(
    retry({
      delay: (error, count) => {
        if (!isPassing(error)) return throwError(() => error);
        delayed(isRefusal(error) && !unanswered.has(error.statusCode) ? reasonOf(error) : null);
        return timer(Math.min(firstRetryMs * 2 ** count, maxRetryMs));
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
  !isRefusal(error) || error.statusCode === 429 || error.statusCode >= 500;

/** The lake already applied the edit, but the connection was lost before its response. */
function isTaken(error: unknown): boolean {
  if (!(error instanceof ClientError)) return false;
  // A proxy's refusal has none.
  const details: Partial<ClientError["details"]> | undefined = error.details;
  return details?.type === "transactionExistsError";
}
