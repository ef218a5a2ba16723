/** What was typed up to a key that is not text. */
export interface TypedPart {
  text: string;
  /** What followed it. */
  key?: "Escape" | "Tab" | "Enter";
}

/** What was typed before the field that it belongs to was there. */
export interface HeldKeys {
  /**
   * Returns what was typed until Escape, Tab or Enter, and holds on: what follows belongs to what
   * has the focus then. Without them it stops holding, and returns all of it.
   */
  take: () => TypedPart;
  /** Stops holding, and discards what was typed. */
  discard: () => void;
  /** Not after a click or five seconds. */
  isHolding: () => boolean;
}

/** A dialog that has not opened by then does not open: keys must not be held forever. */
const maxMilliseconds = 5_000;

/** Keeps typed text, Escape and Tab. A click stops it; five seconds discard what was typed, too. */
export function holdKeys(): HeldKeys {
  let parts: TypedPart[] = [{ text: "" }];
  let isHolding = true;
  const hold = (event: KeyboardEvent) => {
    const { key } = event;
    // An Escape that was held comes again, without being trusted.
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = parts.at(-1) ?? { text: "" };
    if (key === "Enter" && event.repeat) {
      // It is the one that has inserted what opens the dialog.
    } else if (key === "Escape" || key === "Enter" || (key === "Tab" && !event.shiftKey)) {
      // Before what was typed is inserted, Escape would close the dialog without it.
      last.key = key;
      parts.push({ text: "" });
    } else if (key === "Backspace") deleteLast();
    else if (key.length === 1) last.text += key;
    else return;
    // A space or Enter would press the button that still has the focus, and insert another block.
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const deleteLast = () => {
    const [before, last] = parts.slice(-2);
    if (last?.text === "" && before?.key === "Enter") {
      parts.pop();
      delete before.key;
      return;
    }
    const end = parts.at(-1);
    if (end) end.text = end.text.slice(0, -1);
  };
  const stop = () => {
    isHolding = false;
    window.removeEventListener("keydown", hold, true);
    window.removeEventListener("pointerdown", stop, true);
  };
  // Or the next block that is opened would get it.
  const discard = () => {
    clearTimeout(timer);
    stop();
    parts = [];
  };
  let timer = setTimeout(discard, maxMilliseconds);
  window.addEventListener("keydown", hold, true);
  window.addEventListener("pointerdown", stop, true);
  return {
    isHolding: () => isHolding,
    discard,
    take() {
      const part = parts.shift() ?? { text: "" };
      clearTimeout(timer);
      if (part.key) timer = setTimeout(discard, maxMilliseconds);
      else discard();
      return part;
    },
  };
}
