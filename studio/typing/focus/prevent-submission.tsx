import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";

/**
 * Forms of the Studio save by themselves: the browser neither submits nor validates them. It took
 * Enter in a field for a submission, pressed the first button above it, and moved the focus to the
 * first field with an error, where what was typed next went.
 */
export const preventSubmission = definePlugin({
  name: "prevent-submission",
  studio: { components: { layout: PreventSubmission } },
});

function PreventSubmission(props: LayoutProps) {
  useEffect(() => {
    // After Sanity's own listeners, which take Enter in a date.
    window.addEventListener("keypress", keepEnter);
    // A button without a type submits, too.
    window.addEventListener("invalid", keepFocus, true);
    return () => {
      window.removeEventListener("keypress", keepEnter);
      window.removeEventListener("invalid", keepFocus, true);
    };
  }, []);
  return props.renderDefault(props);
}

function keepEnter(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
  // One of our own forms checks its fields itself, and is submitted.
  if (target.form && !target.form.noValidate) event.preventDefault();
}

const keepFocus = (event: Event) => event.preventDefault();
