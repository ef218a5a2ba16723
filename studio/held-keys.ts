/** What was typed before the field that it belongs to was there. */
export interface HeldKeys {
  /** Stops holding, and returns what was typed. */
  release: () => string;
  /** Not after a click, Escape or five seconds. */
  isHolding: () => boolean;
}

/** A dialog that has not opened by then does not open: keys must not be held forever. */
const maxMilliseconds = 5_000;

/**
 * Keeps typed characters. A click stops it; Escape or five seconds discard what was typed, too.
 */
export function holdKeys(): HeldKeys {
  let text = "";
  let isHolding = true;
  const hold = (event: KeyboardEvent) => {
    if (event.key === "Escape") return discard();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace") text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else if (event.key !== "Enter") return;
    // A space or Enter would press the button that still has the focus, and insert another block.
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stop = () => {
    isHolding = false;
    window.removeEventListener("keydown", hold, true);
    window.removeEventListener("pointerdown", stop, true);
  };
  // Or the next block that is opened would get it.
  const discard = () => {
    stop();
    text = "";
  };
  const timer = setTimeout(discard, maxMilliseconds);
  window.addEventListener("keydown", hold, true);
  window.addEventListener("pointerdown", stop, true);
  return {
    isHolding: () => isHolding,
    release() {
      clearTimeout(timer);
      stop();
      return text;
    },
  };
}
