import { Form, Link, useSubmit } from "@remix-run/react";
import { useEffect, useRef, type ChangeEvent, type ReactNode } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** A filter that is set, as its chip shows it. */
export interface SetFilter {
  /** The name of its field. */
  name: string;
  label: string;
  value: string;
}

interface FilterFormProps {
  /** The path of the list. */
  path: string;
  /** What the URL says, by the names of the fields. */
  filter: Record<string, string | undefined>;
  /** The filters that are set. */
  chips: readonly SetFilter[];
  className: string;
  children: ReactNode;
}

/**
 * The filters of a list: a form that sets the page's own URL. A choice applies immediately; text
 * applies with Enter, as does everything by a button without scripts.
 */
export function FilterForm({ path, filter, chips, className, children }: FilterFormProps) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const changed = useRef<string>();
  const key = JSON.stringify(filter);

  useEffect(() => {
    // The fields follow the URL, as new elements: the one that was changed gets the focus again.
    const field = form.current?.elements.namedItem(changed.current ?? "");
    changed.current = undefined;
    if (field instanceof HTMLElement && document.activeElement === document.body) field.focus();
  }, [key]);

  function apply(event: ChangeEvent<HTMLFormElement>) {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement || target.type === "date")) return;
    changed.current = target.name;
    submit(event.currentTarget, { preventScrollReset: true });
  }

  return (
    <>
      <Form key={key} ref={form} role="search" onChange={apply} className={className}>
        {children}
        <Button type="submit" size="sm" data-script="hide" className="self-end justify-self-start">
          Apply filters
        </Button>
      </Form>
      {chips.length > 0 && (
        <ul aria-label="Active filters" className="mt-4 flex flex-wrap items-center gap-2">
          {chips.map(({ name, label, value }) => (
            <li key={name}>
              <Link
                to={`${path}?${without(filter, name)}`}
                preventScrollReset
                className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line-strong bg-surface-2 pr-2 pl-3 text-sm text-muted transition-colors hover:border-action hover:text-foreground"
              >
                <span className="sr-only">Remove filter </span>
                {label}: {value}
                <Icon name="x" className="size-3.5" />
              </Link>
            </li>
          ))}
          <li>
            <Button asChild size="xs" variant="ghost">
              <Link to={path}>Clear filters</Link>
            </Button>
          </li>
        </ul>
      )}
    </>
  );
}

function without(filter: FilterFormProps["filter"], left: string): URLSearchParams {
  const set = Object.entries(filter).filter(([name, value]) => value && name !== left);
  return new URLSearchParams(set.map(([name, value]) => [name, value ?? ""]));
}
