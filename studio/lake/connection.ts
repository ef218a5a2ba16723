import { BehaviorSubject, combineLatest, filter, map, pairwise } from "rxjs";
import { Edits, silence, type Delay } from "./edits";

/**
 * Edits in flight to the lake, and why they wait, if they do. Pure, so that the bundle of a hosted
 * project's Studio, which does not use it, excludes it.
 */
export const connection = /* @__PURE__ */ openConnection();

function openConnection() {
  const edits = new Edits();
  const isConnected = new BehaviorSubject(true);
  const delay = new BehaviorSubject<Delay | null>(null);
  combineLatest([isConnected, edits.delay])
    .pipe(map(([connected, edit]) => (connected ? edit : silence)))
    .subscribe(delay);
  // A lake that was restarted may have lost its fault.
  isConnected
    .pipe(
      pairwise(),
      filter(([before, now]) => !before && now),
    )
    .subscribe(() => edits.tryAgain());
  return { edits, isConnected, delay };
}
