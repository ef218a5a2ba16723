import { Form, type FormProps } from "@remix-run/react";
import { cx } from "class-variance-authority";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Checkbox } from "~/ui/checkbox";

interface SelectionFormProps extends Pick<FormProps, "action" | "method"> {
  /** How many boxes named `id` are in `children`. */
  total: number;
  /** The buttons above the list, by how many boxes are ticked. */
  buttons: (count: number) => ReactNode;
  /** With scripts: the buttons of a bar that stays in view while boxes are ticked. */
  bar?: ReactNode;
  /** A table with a column of boxes. */
  children: ReactNode;
}

/** A form around a list of which several entries can be chosen. It works without scripts. */
export function SelectionForm({ total, buttons, bar, children, ...form }: SelectionFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);

  const boxes = () => [
    ...(element.current?.querySelectorAll<HTMLInputElement>("input[name=id]") ?? []),
  ];
  const recount = () => setCount(boxes().filter(({ checked }) => checked).length);
  // A browser that goes back restores the boxes.
  useEffect(recount, []);
  function selectAll(checked: boolean) {
    for (const box of boxes()) box.checked = checked;
    recount();
  }

  const selected = count > 0 && `${count} selected`;
  return (
    <Form ref={element} {...form} className="mt-6" onChange={recount}>
      {total > 0 && (
        <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-4">
          <span data-noscript="hide" className="flex items-center gap-3 text-sm text-muted">
            <Checkbox
              id="select-all"
              checked={count > 0 && count === total}
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && count < total;
              }}
              onChange={(event) => selectAll(event.currentTarget.checked)}
            />
            <label htmlFor="select-all">Select all on this page</label>
          </span>
          {!bar && (
            <span role="status" className="text-sm text-faint">
              {selected}
            </span>
          )}
          <div className="ml-auto flex flex-wrap gap-3">{buttons(count)}</div>
        </div>
      )}
      {children}
      {bar && (
        <div
          className={cx(
            "sticky bottom-4 z-10 mt-4 flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line-strong bg-surface-2 px-4 py-3 shadow-lg",
            count > 0 ? "flex" : "sr-only",
          )}
        >
          {/* There before anything is ticked: screen readers announce only what changes in it. */}
          <span role="status" className="text-sm font-medium">
            {selected}
          </span>
          {count > 0 && bar}
        </div>
      )}
    </Form>
  );
}
