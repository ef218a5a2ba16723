import type { EditorSelection } from "@portabletext/editor";
import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { readCaret } from "../focus/caret-workaround";
import {
  discardHeld,
  hasHeld,
  holdForField,
  holdsSearchKey,
  isHolding,
  releaseHeld,
} from "./held-for-field";
import { awaitForm, formOf } from "./opened-form";
import { returnFocus } from "../focus/returned-focus";
import {
  focusSearch,
  isSearchField,
  isSearchKey,
  openSearch,
  pressSearchKey,
} from "./search-panel";
import { areShown, documentOf, openFirstResult } from "./search-results";
import { editorOf, focusOn, insertInto } from "../text/text-editor";

/**
 * What is typed after a search is typed where the caret was before, or into the document that was
 * found. Sanity's puts the caret at the beginning of a text, its Escape also closed the full size
 * of a text and left the focus on a button.
 */
export const typedAfterSearch = definePlugin({
  name: "typed-after-search",
  studio: { components: { layout: TypedAfterSearch } },
});

const searchButton = "button[aria-label='Open search']";

/** What is opened from the search, and takes the first Escape. */
const menu = "[data-ui=Popover], [role=menu]";

/** Where the search was opened from. */
interface Origin {
  field: HTMLElement;
  selection: EditorSelection;
}

/** A search that was closed, until the focus is back where it was opened from. */
interface Returning {
  search: Element;
  origin: Origin;
  stop: () => void;
}

function TypedAfterSearch(props: LayoutProps) {
  useEffect(() => {
    let origin: Origin | undefined;
    let returning: Returning | undefined;
    let hasChosen = false;
    const typedInto = new WeakSet<HTMLInputElement>();
    let stopWaiting: (() => void) | undefined;
    const close = (search: Element) => {
      // It was typed for a document that was not opened.
      discardHeld();
      leave(search);
    };
    const leave = (search: Element) => {
      const opened = origin;
      origin = undefined;
      stopWaiting?.();
      if (!opened?.field.isConnected) return;
      // Until it has faded out, which takes a third of a second, it keeps the focus.
      if (!isHolding()) holdForField();
      let stop = whenRemoved(search, () => (stop = returnTo(opened)));
      returning = { search, origin: opened, stop: () => stop() };
    };
    /** @param isHeld What was held for the field was inserted, up to the key of the search. */
    const open = (isHeld: boolean) => {
      hasChosen = false;
      // Opened again while it fades out, or while the focus is on its way back: what was typed into
      // the search then went to the field behind it.
      const isReturning = !isHeld && returning && (returning.search.isConnected || isHolding());
      origin = isReturning ? returning?.origin : originOf(document.activeElement);
      if (isReturning) {
        returning?.stop();
        releaseHeld();
      }
      returning = undefined;
    };
    const isFading = (search: Element) => search === returning?.search;
    const onKey = (event: KeyboardEvent) => {
      const search = openSearch();
      if (!isHolding() && returning?.search.isConnected === false) returning = undefined;
      if (event.key === "Escape" && search && !document.querySelector(menu)) {
        // Only the search's own key closes it alone.
        event.stopImmediatePropagation();
        event.preventDefault();
        if (!isFading(search)) pressSearchKey();
      } else if (isSearchKey(event)) {
        // What was typed before it comes first: it is for the document that is opening.
        if (event.isTrusted && holdsSearchKey() && (!returning || hasHeld())) return;
        if (search && !isFading(search)) close(search);
        else open(!event.isTrusted);
      } else if (!search && !isHolding() && isText(event)) focusSearch();
      else if (/^Arrow(Down|Up)$/.test(event.key)) onArrow(event, search);
      else if (event.key === "Enter" && !event.isComposing) onEnter(event, search);
    };
    const onArrow = ({ target }: Event, search: Element | null | undefined) => {
      hasChosen = Boolean(search && isSearchField(target) && areShown(search, target.value));
    };
    const onEnter = (event: KeyboardEvent, search: Element | null | undefined) => {
      const { target } = event;
      if (!search || isFading(search) || !isSearchField(target)) return;
      if (event.isTrusted && isHolding()) return;
      // What an arrow has chosen of the results of these words is what the user saw.
      if (hasChosen || !target.value.trim() || document.querySelector(menu)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      stopWaiting = openFirstResult(search, target);
    };
    const onInput = ({ target }: Event) => {
      if (!isSearchField(target)) return;
      hasChosen = false;
      typedInto.add(target);
    };
    const onResult = (event: MouseEvent) => {
      const search = openSearch();
      const id = search && documentOf(event);
      if (!id || isFading(search)) return;
      // Where it is open already, the user is back where the search was opened.
      if (origin && formOf(id)?.contains(origin.field)) return leave(search);
      stopWaiting?.();
      awaitForm(id);
    };
    const onClick = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      // Before the button takes the focus.
      if (target.closest(searchButton)) open(false);
      const search = openSearch();
      // The page below it.
      if (search && !isFading(search) && target.parentElement === search) close(search);
    };
    // It still has the words of the last search, to which the new ones were added. A form that is
    // loading beside it takes the focus away several times.
    const onFocus = ({ target }: Event) => {
      if (isSearchField(target) && !typedInto.has(target)) target.select();
    };
    window.addEventListener("focusin", onFocus);
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("pointerdown", onClick, true);
    window.addEventListener("click", onResult, true);
    window.addEventListener("input", onInput, true);
    return () => {
      window.removeEventListener("focusin", onFocus);
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("pointerdown", onClick, true);
      window.removeEventListener("click", onResult, true);
      window.removeEventListener("input", onInput, true);
    };
  }, []);
  return props.renderDefault(props);
}

const isText = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey;

function originOf(field: Element | null): Origin | undefined {
  if (!(field instanceof HTMLElement)) return;
  const editor = editorOf(field);
  if (editor) readCaret(field);
  const selection = editor?.getSnapshot().context.selection ?? null;
  return { field, selection };
}

/** @returns what stops waiting */
function whenRemoved(element: Element, act: () => void): () => void {
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    observer.disconnect();
    act();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function returnTo({ field, selection }: Origin): () => void {
  const editor = editorOf(field);
  if (!editor) {
    return returnFocus({
      focus() {
        field.focus();
        return document.activeElement;
      },
    });
  }
  return returnFocus({
    focus() {
      if (selection) editor.send({ type: "select", at: selection });
      return focusOn(editor);
    },
    insert: insertInto(editor),
  });
}
