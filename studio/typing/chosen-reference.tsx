import { useEffect } from "react";
import { definePlugin, getPublishedId, type LayoutProps } from "sanity";
import { hitsFor } from "../lake/search";

/**
 * Enter in a reference chooses the first document that was found for the words in it. Sanity's did
 * nothing before an arrow had chosen one.
 */
export const chosenReference = definePlugin({
  name: "chosen-reference",
  studio: { components: { layout: ChosenReference } },
});

function ChosenReference(props: LayoutProps) {
  useEffect(() => {
    document.addEventListener("keydown", chooseFirst, true);
    return () => document.removeEventListener("keydown", chooseFirst, true);
  }, []);
  return props.renderDefault(props);
}

function chooseFirst({ target, key, isComposing }: KeyboardEvent): void {
  if (key !== "Enter" || isComposing || !(target instanceof HTMLInputElement)) return;
  if (!target.value) return;
  // The documents that were found for other letters are shown until then.
  const [first] = hitsFor(target.value) ?? [];
  if (first === undefined) return;
  document.getElementById(`${target.id}-option-${getPublishedId(first)}`)?.click();
}
