import { Form, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import type { ChangeResult } from "~/account/administration/change-response.server";
import { useTypedBefore } from "~/account/session/signed-in-again";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";
import type { ButtonVariants } from "~/ui/button-variants";
import { Field, FormError } from "~/ui/field";
import { Input } from "~/ui/input";
import { Select } from "./filter-select";

/** What a field of a change shows: what was typed before, and its error. */
export interface Typed {
  value: (name: string) => string | undefined;
  error: (name: string) => string[] | undefined;
}

interface ChangeFormProps {
  intent: string;
  /** The label of the disclosure and its button. */
  label: string;
  /** What it does, in a sentence or two. */
  lead: ReactNode;
  version: number;
  result: ChangeResult | null;
  danger?: boolean;
  reasonRequired?: boolean;
  /** Where its user reads the reason. */
  reasonHint?: string;
  children?: (typed: Typed) => ReactNode;
}

/**
 * One action on an account, behind a disclosure. After a refusal, and after signing in again, it is
 * open with what was typed. A link opens it (`?intent=`), and must not fill it in: one press of an
 * administrator would then do what its author wants.
 */
export function ChangeForm({
  intent,
  label,
  lead,
  version,
  result,
  danger = false,
  reasonRequired = false,
  reasonHint,
  children,
}: ChangeFormProps) {
  const [search] = useSearchParams();
  const before = useTypedBefore();
  const { state, formData } = useNavigationInFlight();
  const busy = state !== "idle" && formData?.get("intent") === intent;
  const mine = result?.intent === intent ? result : null;
  const wasTyped = !mine && before.intent === intent;
  const open = mine !== null || wasTyped || search.get("intent") === intent;
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (mine)
      box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [mine]);
  const typed: Typed = {
    value: (name) => mine?.typed[name] ?? (wasTyped ? before[name] : undefined),
    error: (name) => mine?.errors[name],
  };
  const variant: ButtonVariants["variant"] = danger ? "destructive" : "default";
  return (
    <details ref={box} open={open} className="group border-b border-line last:border-b-0">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 px-5 py-3.5 font-medium transition-colors hover:bg-surface-2 [&::-webkit-details-marker]:hidden">
        <span className={danger ? "text-bad" : undefined}>{label}</span>
        <span aria-hidden className="text-faint transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <Form method="post" className="grid gap-4 px-5 pt-1 pb-5" preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="version" value={version} />
        <p className="text-sm text-muted">{lead}</p>
        <FormError>{mine?.message}</FormError>
        {children?.(typed)}
        <Field
          label="Reason"
          optional={!reasonRequired}
          required={reasonRequired}
          hint={reasonHint}
          error={typed.error("reason")}
        >
          {(control) => (
            <Input
              {...control}
              name="reason"
              maxLength={500}
              autoComplete="off"
              defaultValue={typed.value("reason")}
            />
          )}
        </Field>
        <Button
          type="submit"
          size="sm"
          variant={variant}
          busy={busy}
          className="justify-self-start"
        >
          {busy ? "One moment …" : label}
        </Button>
      </Form>
    </details>
  );
}

/** A list to choose from in such a form. */
export function ChoiceField({
  typed,
  name,
  label,
  options,
  initial,
}: {
  typed: Typed;
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  initial?: string;
}) {
  return (
    <Field label={label} error={typed.error(name)}>
      {(control) => (
        <Select
          {...control}
          name={name}
          options={options}
          defaultValue={typed.value(name) ?? initial}
        />
      )}
    </Field>
  );
}
