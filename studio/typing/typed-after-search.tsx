import type { EditorSelection } from "@portabletext/editor";
import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { readCaret } from "./caret-workaround";
import { holdForField } from "./held-for-field";
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

function TypedAfterSearch(props: LayoutProps) {
  useEffect(() => {
    let origin: Origin | undefined;
    const close = (search: Element) => {
      const opened = origin;
      origin = undefined;
      if (!opened?.field.isConnected) return;
      // Until it has faded out, which takes a third of a second, it keeps the focus.
      holdForField();
      whenRemoved(search, () => returnTo(opened));
    };
    const onKey = (event: KeyboardEvent) => {
      const search = openSearch();
      if (event.key === "Escape" && search && !document.querySelector(menu)) {
        // Only the search's own key closes it alone.
        event.stopImmediatePropagation();
        event.preventDefault();
        window.dispatchEvent(searchKey());
      } else if (isSearchKey(event)) {
        if (search) close(search);
        else origin = originOf(document.activeElement);
      }
    };
    const onClick = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      // Before the button takes the focus.
      if (target.closest(searchButton)) origin = originOf(document.activeElement);
      const search = openSearch();
      // The page below it.
      if (search && target.parentElement === search) close(search);
    };
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("pointerdown", onClick, true);
    return () => {
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

function whenRemoved(element: Element, act: () => void): void {
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    observer.disconnect();
    act();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

function returnTo({ field, selection }: Origin): void {
  const editor = editorOf(field);
  if (!editor) {
    returnFocus({
      focus() {
        field.focus();
        return document.activeElement;
      },
    });
    return;
  }
  returnFocus({
    focus() {
      if (selection) editor.send({ type: "select", at: selection });
      return focusOn(editor);
    },
    insert: insertInto(editor),
  });
}
