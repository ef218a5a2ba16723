import { useEffect, useRef } from "react";
import {
  anyDialog,
  discardHeld,
  holdForField,
  insertHeld,
  isHolding,
  releaseHeld,
  restMilliseconds,
  takePending,
} from "../opening/held-for-field";

/** What a dialog belongs to. */
interface Origin {
  /** Focuses it, and returns what has the focus then. */
  focus: () => Element | null | undefined;
  /** Inserts what was typed until it has the focus; without, as the browser does. */
  insert?: (text: string) => void;
}

/** What the dialog of a block or an item belongs to. */
interface WritableOrigin extends Origin {
  /** Writes what was typed for the dialog, which closed before it had a field for it. */
  write: (text: string) => void;
}

/**
 * Elements on which keys do something: a pane has the focus, too, after a click on an empty part.
 */
const takesKeys =
  "input, textarea, select, button, a[href], [contenteditable=true], [role=option], [role=menuitem]";

/** How often the focus is moved: what the dialog belonged to may be gone. */
const maxMoves = 10;

/**
 * How often what the dialog belonged to may be missing: its form was left by Back, for instance.
 */
const maxMisses = 3;

/**
 * Moves the focus back to where a dialog was opened from, once it has closed. Sanity's leaves none:
 * what was typed next was lost, and Escape did not close the dialog below.
 *
 * It belongs in the list or the text, not in the item or the block whose dialog it is: those are
 * mounted again when the lake has received an edit, which is often just when their dialog closes.
 *
 * @param opened The key of the item or block whose dialog the form shows.
 */
export function useReturnedFocus(
  opened: string | undefined,
  originOf: (key: string) => WritableOrigin,
): void {
  const isLeft = useLeftByClick(opened !== undefined);
  const last = useRef<string | undefined>(undefined);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    const closed = opened === undefined ? last.current : undefined;
    last.current = opened;
    if (opened !== undefined) stop.current?.();
    if (closed === undefined) return;
    const left = takePending();
    if (left) originOf(closed).write(left);
    // Otherwise the form was opened at another field, from a message or from the preview.
    const focused = document.activeElement;
    const isNowhere = focused === document.body || focused?.closest(anyDialog);
    // What is held for a dialog that was opening has a place to go.
    const isOnPane = !isHolding() && !focused?.matches(takesKeys);
    const isLost = isNowhere || isOnPane;
    if (isLost && (isHolding() || !isLeft())) stop.current = returnFocus(originOf(closed));
  });
}

/** @returns whether the last input, while the dialog was open, was a click on something else */
function useLeftByClick(open: boolean): () => boolean {
  const isLeft = useRef(false);
  useEffect(() => {
    if (!open) return;
    isLeft.current = false;
    const note = ({ type, target }: Event) => {
      const isInDialog = target instanceof Element && target.closest(anyDialog);
      isLeft.current = type === "pointerdown" && !isInDialog;
    };
    window.addEventListener("pointerdown", note, true);
    window.addEventListener("keydown", note, true);
    return () => {
      window.removeEventListener("pointerdown", note, true);
      window.removeEventListener("keydown", note, true);
    };
  }, [open]);
  return () => isLeft.current;
}

/**
 * Moves the focus until it rests: the dialog below takes it, too. What is typed until then is
 * inserted afterward.
 *
 * @returns what stops it
 */
export function returnFocus({ focus, insert }: Origin): () => void {
  let moves = 0;
  let misses = 0;
  let place: ReturnType<typeof focus>;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(resting);
    resting = setTimeout(move, restMilliseconds);
  };
  const move = () => {
    if (!isHolding()) return stop();
    if ((place && place === document.activeElement) || moves === maxMoves) {
      stop();
      return insertHeld(insert);
    }
    moves += 1;
    place = focus();
    misses = place?.isConnected ? 0 : misses + 1;
    if (misses < maxMisses) return restart();
    stop();
    // Held any longer, the keys would do nothing on the page that has replaced the form.
    releaseHeld();
  };
  // The keys that follow a click go where the user has clicked.
  const leave = () => {
    stop();
    insertHeld(insert);
    discardHeld();
  };
  const stop = () => {
    clearTimeout(resting);
    document.removeEventListener("focusin", restart);
    window.removeEventListener("pointerdown", leave, true);
  };
  if (!isHolding()) holdForField();
  document.addEventListener("focusin", restart);
  window.addEventListener("pointerdown", leave, true);
  move();
  return stop;
}
