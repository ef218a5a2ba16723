import { Form, useSubmit } from "@remix-run/react";
import { cx } from "class-variance-authority";
import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { Button } from "./button";
import { Icon } from "./icon";
import { Input } from "./input";

/** The pause in typing after which the list updates, in ms. */
const rest = 150;

interface SearchFormProps {
  /** The path of the list; the search is its parameter `q`. */
  action: string;
  label: string;
  /** The current search. */
  value: string;
  /** Further parameters, as hidden inputs. */
  children?: ReactNode;
  className?: string;
}

/** A search box over a list that the server filters. Scripts update the list during typing. */
export function SearchForm({ action, label, value, children, className }: SearchFormProps) {
  const submit = useSubmit();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A link or back navigation changes the search; while someone types, their text wins.
    const field = input.current;
    if (field && field !== document.activeElement) field.value = value;
  }, [value]);

  function onInput({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => submit(form, { replace: true, preventScrollReset: true }),
      rest,
    );
  }

  return (
    <Form
      role="search"
      action={action}
      onInput={onInput}
      className={cx("flex w-full max-w-md gap-2", className)}
    >
      {children}
      <div className="relative grow">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-faint"
        />
        <Input
          ref={input}
          type="search"
          name="q"
          defaultValue={value}
          maxLength={100}
          placeholder={label}
          aria-label={label}
          className="pl-11"
        />
      </div>
      <Button type="submit" variant="secondary" data-script="hide">
        Search
      </Button>
    </Form>
  );
}
