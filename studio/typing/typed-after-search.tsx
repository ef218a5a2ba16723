import type { EditorSelection } from "@portabletext/editor";
import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { readCaret } from "./caret-workaround";
import { holdForField, isHolding, releaseHeld } from "./held-for-field";
import { returnFocus } from "./returned-focus";
import { editorOf, focusOn, insertInto } from "./text-editor";

/**
 * What is typed after a search is typed where the caret was before. Sanity's puts the caret at the
 * beginning of a text, and its Escape also closed the full size of a text and left the focus on a
 * button.
 */
export const typedAfterSearch = definePlugin({
  name: "typed-after-search",
  studio: { components: { layout: TypedAfterSearch } },
});

/**
 * The search, with all of the page below it; dialogs of Sanity's hold the focus otherwise. On a
 * phone the menu holds it in the same way, without a field: Escape there would open the search.
 */
const panel = "[data-portal] > [data-focus-lock-disabled]:has(input)";

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
    let isOpening = false;
    const close = (search: Element) => {
      const opened = origin;
      origin = undefined;
      if (!opened?.field.isConnected) return;
      // Until it has faded out, which takes a third of a second, it keeps the focus.
      holdForField();
      let stop = whenRemoved(search, () => (stop = returnTo(opened)));
      returning = { search, origin: opened, stop: () => stop() };
    };
    const open = () => {
      isOpening = true;
      // Opened again while it fades out, or while the focus is on its way back: what was typed into
      // the search then went to the field behind it.
      const isReturning = returning && (returning.search.isConnected || isHolding());
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
      if (event.key === "Escape" && search && !document.querySelector(menu)) {
        // Only the search's own key closes it alone.
        event.stopImmediatePropagation();
        event.preventDefault();
        if (!isFading(search)) window.dispatchEvent(searchKey());
      } else if (isSearchKey(event)) {
        if (search && !isFading(search)) close(search);
        else open();
      }
    };
    const onClick = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      // Before the button takes the focus.
      if (target.closest(searchButton)) open();
      const search = openSearch();
      // The page below it.
      if (search && !isFading(search) && target.parentElement === search) close(search);
    };
    const onFocus = ({ target }: Event) => {
      if (!isOpening || !(target instanceof HTMLInputElement) || !target.closest(panel)) return;
      isOpening = false;
      // It still has the words of the last search, to which the new ones were added.
      target.select();
    };
    window.addEventListener("focusin", onFocus);
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("pointerdown", onClick, true);
    return () => {
      window.removeEventListener("focusin", onFocus);
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("pointerdown", onClick, true);
    };
  }, []);
  return props.renderDefault(props);
}

const openSearch = () => document.activeElement?.closest(panel);

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;

const isMac = /Mac|iPod|iPhone|iPad/.test(navigator.platform);

/** By its code, too, which the Studio compares. */
const searchKey = () =>
  new KeyboardEvent("keydown", { key: "k", keyCode: 75, ctrlKey: !isMac, metaKey: isMac });

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
