import { ClientError, ServerError } from "@sanity/client";
import { catchError, defer, of, retry, throwError, timer, type Observable } from "rxjs";

const firstRetryMs = 250;
const maxRetryMs = 3_000;

/** What a proxy says for a lake that does not answer, and what a lake says that will take the same edit later. */
const passing = new Set([429, 502, 503, 504]);

/**
 * Sends an edit until the lake has it or refuses it.
 *
 * Sanity's client asks again for what it reads only: an edit that met a lost connection would take the form down, and
 * what was typed with it.
 *
 * @param send sends the edit; each time with the same transaction id, so that the lake takes it once
 * @param transactionId that id
 * @returns what the lake answers. Errors with the lake's refusal.
 */
export function commitUntilAnswered<Answer>(
  send: () => Observable<Answer>,
  transactionId: string,
): Observable<Answer | { transactionId: string }> {
  return defer(send).pipe(
    retry({
      delay: (error, count) =>
        isPassing(error)
          ? timer(Math.min(firstRetryMs * 2 ** count, maxRetryMs))
          : throwError(() => error),
    }),
    catchError((error: unknown) =>
      isTaken(error) ? of({ transactionId }) : throwError(() => error),
    ),
  );
}

function isPassing(error: unknown): boolean {
  const isAnswer = error instanceof ClientError || error instanceof ServerError;
  return isAnswer ? passing.has(error.statusCode) : true;
}

/** The lake took the edit the last time already, but the connection was lost before it could say so. */
function isTaken(error: unknown): boolean {
  return error instanceof ClientError && error.details.type === "transactionExistsError";
}
