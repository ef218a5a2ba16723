import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { searchPanel } from "./typed-after-search";

/**
 * Enter in the search opens the first result, also when it is pressed before the results are there.
 * In Sanity's none was active in the first search of a visit: Enter did nothing until an arrow key.
 */
export const enterInSearch = definePlugin({
  name: "enter-in-search",
  studio: { components: { layout: EnterInSearch } },
});

/** Sanity's asks for results 300 ms after the last letter; until then it shows those of before. */
const settlingMilliseconds = 500;

/** Results that are not there by then are late: a document that opened then would surprise. */
const maxMilliseconds = 5_000;

function EnterInSearch(props: LayoutProps) {
  useEffect(() => {
    let typedAt = -Infinity;
    let stopWaiting = () => {};
    const onInput = ({ target }: Event) => {
      if (isSearch(target)) typedAt = performance.now();
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, target, isTrusted, isComposing } = event;
      if (!isTrusted) return;
      stopWaiting();
      if (key !== "Enter" || isComposing || !isSearch(target) || target.value.trim() === "") return;
      const isSettled = () =>
        performance.now() - typedAt > settlingMilliseconds && !isLoading(target);
      if (isSettled()) return activateFirst(target);
      event.preventDefault();
      event.stopImmediatePropagation();
      stopWaiting = once(isSettled, () => {
        activateFirst(target);
        press(target, "Enter");
      });
    };
    const onClick = () => stopWaiting();
    let stopActivating = () => {};
    const observer = new MutationObserver((changes) => {
      const field = changes.map(({ target }) => target).find(isSearch);
      if (!field || !hasNoneActive(field)) return;
      stopActivating();
      // The list notes its results before it shows them.
      stopActivating = once(
        () => hasOptions(field),
        () => activateFirst(field),
      );
    });
    observer.observe(document.body, { attributeFilter: ["aria-activedescendant"], subtree: true });
    window.addEventListener("input", onInput, true);
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("pointerdown", onClick, true);
    return () => {
      stopWaiting();
      stopActivating();
      observer.disconnect();
      window.removeEventListener("input", onInput, true);
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("pointerdown", onClick, true);
    };
  }, []);
  return props.renderDefault(props);
}

/** Whether it is the field for the words; filters have fields of their own, elsewhere. */
const isSearch = (target: unknown): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  target.closest(searchPanel)?.querySelector("input") === target;

const isLoading = (field: Element): boolean =>
  field.closest(searchPanel)?.querySelector("[aria-busy=true]") instanceof Element;

const hasNoneActive = (field: Element) =>
  field.getAttribute("aria-activedescendant")?.endsWith("-item--1") === true;

const hasOptions = (field: Element) =>
  document
    .getElementById(field.getAttribute("aria-controls") ?? "")
    ?.querySelector("[role=option]") instanceof Element;

function activateFirst(field: Element): void {
  if (hasNoneActive(field)) press(field, "ArrowDown");
}

const press = (field: Element, key: string) =>
  field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

/** Acts once something is true, unless that takes too long. @returns what stops waiting */
function once(isTrue: () => boolean, act: () => void): () => void {
  const started = performance.now();
  const timer = setInterval(() => {
    const isLate = performance.now() - started > maxMilliseconds;
    if (!isLate && !isTrue()) return;
    clearInterval(timer);
    if (!isLate) act();
  }, 50);
  return () => clearInterval(timer);
}
