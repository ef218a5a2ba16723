import { isSearchKey, openSearch } from "./search-panel";

/** What was typed up to a key that is not text. */
export interface TypedPart {
  text: string;
  /** What followed it: a key, or a click that does not say where the next keys go. */
  key?: "Escape" | "Tab" | "Enter" | "Search" | "Click";
}

/** What was typed before the field that it belongs to was there. */
export interface HeldKeys {
  /**
   * Returns the text up to the next Escape, Tab or Enter and keeps buffering, because what follows
   * belongs to what has the focus then; without one, stops and returns everything.
   */
  take: () => TypedPart;
  /**
   * Returns the text typed before the last click and keeps buffering; returns everything if a click
   * ended buffering.
   */
  takeUntilClick: () => TypedPart[];
  /**
   * Stops holding, and discards what was typed: until the key of the search, where there is one.
   */
  discard: () => void;
  /** Stops holding, as when nothing has taken what was typed in time. */
  release: () => void;
  /** Whether a search shortcut pressed now would be buffered. */
  takesSearch: () => boolean;
  /** Whether a search shortcut is buffered: what follows belongs to the search. */
  hasSearch: () => boolean;
  /** Whether it has text that was not taken. */
  hasText: () => boolean;
  /** Whether what `take` returns next has text: not where it is a key alone. */
  hasTextNext: () => boolean;
  /**
   * Whether keys are still held: not after a click into a field, or when nothing has taken them in
   * time.
   */
  isHolding: () => boolean;
}

/** A dialog that has not opened by then does not open: keys must not be held forever. */
const maxMilliseconds = 5_000;

/** The shorter maximum after a click: keys that show nothing for five seconds look lost. */
const maxMillisecondsAfterClick = 2_000;

/** How often the timeout is extended while the target is opening. */
const maxWaits = 4;

interface Holding {
  /**
   * What to replay for a click on an element; nothing when the click ends the buffering: later keys
   * go where the user clicked.
   */
  keyOfClick: (target: Element) => TypedPart["key"];
  /**
   * Whether what the keys are held for is opening: a code editor takes seconds on a busy machine.
   */
  isOpening: () => boolean;
  /** Gets what was typed when nothing has taken it in time. */
  expire: (text: string) => void;
  /** Presses the key of the search, for what follows it. */
  pressSearch: () => void;
}

export type Field = HTMLInputElement | HTMLTextAreaElement;

export const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** The fields that take text. */
export const textFields =
  "textarea, input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), [contenteditable=true]";

/** The field of a form with this id: a form may show it as another element than before. */
export function fieldWithId(form: ParentNode, id: string): Field | undefined {
  const field = form.querySelector(`[id="${CSS.escape(id)}"]`);
  return isField(field) ? field : undefined;
}

/** Moves the caret to the end, so that what is typed continues the text of the field. */
export function placeCaretAtEnd(field: unknown): void {
  // A field such as a number has no selection.
  if (!isField(field) || field.selectionEnd === null) return;
  field.setSelectionRange(field.value.length, field.value.length);
}

/** What was typed in these parts, as one text. */
export const textOf = (parts: readonly TypedPart[]): string =>
  parts.map(({ text, key }) => (key === "Enter" ? `${text}\n` : text)).join("");

/** Holds typed text, Escape, Tab and Enter, until it is taken or nothing has taken it in time. */
export function holdKeys({ keyOfClick, isOpening, expire, pressSearch }: Holding): HeldKeys {
  const parts: TypedPart[] = [{ text: "" }];
  let isHolding = true;
  const hold = (event: KeyboardEvent) => {
    const { key } = event;
    // An Escape that was held comes again, without being trusted.
    if (!event.isTrusted) return;
    if (isSearchKey(event)) {
      // Its form may have been left: the search is not to wait for that.
      if (!takesSearch()) return discard();
      endPart("Search");
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (key === "Enter" && event.repeat) {
      // It is the one that has inserted what opens the dialog.
    } else if (key === "Escape" || key === "Enter" || (key === "Tab" && !event.shiftKey)) {
      // Before what was typed is inserted, Escape would close the dialog without it.
      endPart(key);
    } else if (key === "Backspace") deleteLast();
    else if (key.length === 1) lastPart().text += key;
    else return;
    // A space or Enter would press the button that still has the focus, and insert another block.
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const hasText = () => textOf(parts) !== "";
  // In an open search, keys wait for the first result.
  const takesSearch = () => isHolding && (hasText() || Boolean(openSearch()));
  const lastPart = () => parts.at(-1) ?? { text: "" };
  const endPart = (key: NonNullable<TypedPart["key"]>) => {
    lastPart().key = key;
    parts.push({ text: "" });
  };
  const click = ({ target }: Event) => {
    // This element accepts no keys, and may lose the focus again: a menu that closes gives it back.
    if (isField(target) && target.readOnly) return;
    const key = target instanceof Element ? keyOfClick(target) : "Click";
    if (!key) return stop();
    endPart(key);
    // A click in the text may have kept the dialog from opening.
    clearTimeout(timer);
    timer = setTimeout(end, maxMillisecondsAfterClick);
  };
  const deleteLast = () => {
    const [before, last] = parts.slice(-2);
    if (last?.text === "" && before?.key === "Enter") {
      parts.pop();
      delete before.key;
      return;
    }
    lastPart().text = lastPart().text.slice(0, -1);
  };
  const stop = () => {
    isHolding = false;
    window.removeEventListener("keydown", hold, true);
    window.removeEventListener("pointerdown", click, true);
  };
  const searched = () => (isHolding ? parts.findIndex(({ key }) => key === "Search") + 1 : 0);
  // Otherwise the next block to open would receive it.
  const discard = () => {
    clearTimeout(timer);
    const dropped = parts.splice(0, searched() || Infinity);
    if (dropped.at(-1)?.key !== "Search") return stop();
    timer = setTimeout(end, maxMilliseconds);
    pressSearch();
  };
  const release = () => {
    const text = textOf(parts.slice(0, searched() || Infinity));
    if (text) expire(text);
    discard();
  };
  let waits = 0;
  const end = () => {
    waits += 1;
    if (!isOpening() || waits === maxWaits) return release();
    timer = setTimeout(end, maxMilliseconds);
  };
  let timer = setTimeout(end, maxMilliseconds);
  window.addEventListener("keydown", hold, true);
  window.addEventListener("pointerdown", click, true);
  return {
    hasText,
    hasTextNext: () => (parts[0]?.text ?? "") !== "",
    takesSearch,
    hasSearch: () => searched() > 0,
    isHolding: () => isHolding,
    discard,
    release,
    take() {
      const part = parts.shift() ?? { text: "" };
      clearTimeout(timer);
      if (part.key) timer = setTimeout(end, maxMilliseconds);
      else discard();
      return part;
    },
    takeUntilClick: () =>
      parts.splice(0, isHolding ? parts.findLastIndex(({ key }) => key === "Click") + 1 : Infinity),
  };
}
