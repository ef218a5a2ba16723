import { Form, type FormProps } from "@remix-run/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Checkbox } from "~/ui/checkbox";

interface SelectionFormProps extends Pick<FormProps, "action" | "method"> {
  /** How many boxes named `id` are in `children`. */
  total: number;
  /** The buttons, by how many boxes are ticked. */
  buttons: (count: number) => ReactNode;
  /** A table with a column of boxes. */
  children: ReactNode;
}

/** A form around a list of which several entries can be chosen. It works without scripts. */
export function SelectionForm({ total, buttons, children, ...form }: SelectionFormProps) {
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

  return (
    <Form ref={element} {...form} className="mt-6" onChange={recount}>
      {total > 0 && (
        <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-4">
          <span data-noscript="hide" className="flex items-center gap-3 text-sm text-paper-2">
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
          <span role="status" className="text-sm text-paper-3">
            {count > 0 && `${count} selected`}
          </span>
          <div className="ml-auto flex flex-wrap gap-3">{buttons(count)}</div>
        </div>
      )}
      {children}
    </Form>
  );
}
