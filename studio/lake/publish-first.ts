import { concat, defer, finalize, ReplaySubject, Subject, type Observable } from "rxjs";

/** What this needs of an action of Sanity's client. */
interface Action {
  actionType: string;
  publishedId?: string;
}

/** The documents whose publishing is in flight, until it has ended. */
const inFlight = new Map<string, Observable<never>>();

/**
 * Sends the edits of a document after its publishing. While the connection was lost, what was typed
 * after the click arrived first, and was published with the rest, or nothing was.
 *
 * @param actions what `send` sends
 */
export function afterPublishing<Result>(
  actions: readonly Action[],
  send: () => Observable<Result>,
): Observable<Result> {
  const [action] = actions;
  const id = action?.publishedId;
  if (id === undefined) return send();
  if (action?.actionType === "sanity.action.document.publish") return publish(id, send);
  return defer(() => {
    const publishing = inFlight.get(id);
    return publishing ? concat(publishing, defer(send)) : send();
  });
}

/** Sanity's form stops waiting for it when its user types on, which aborted it. */
function publish<Result>(id: string, send: () => Observable<Result>): Observable<Result> {
  return defer(() => {
    const ended = new Subject<never>();
    const response = new ReplaySubject<Result>();
    inFlight.set(id, ended);
    send()
      .pipe(
        finalize(() => {
          if (inFlight.get(id) === ended) inFlight.delete(id);
          ended.complete();
        }),
      )
      .subscribe(response);
    return response;
  });
}
