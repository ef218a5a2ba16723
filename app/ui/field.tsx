import { cx } from "class-variance-authority";
import { useId, type ReactNode } from "react";
import { Label } from "./label";

/** What `Field` hands to its control, to be spread onto it. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  required: boolean | undefined;
  /** A page that returns with errors focuses the first of them, like a form checked by scripts. */
  autoFocus: true | undefined;
}

interface FieldProps {
  /** The control's id; made up when left out. Give conform's `field.id` where there is one. */
  id?: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The errors of the value. Null, undefined and [] mean none. */
  error?: string | readonly string[] | null;
  required?: boolean;
  /** Shown beside the label of an optional field. */
  optional?: boolean;
  className?: string;
  /** Renders the control: `{(control) => <Input name="email" {...control} />}`. */
  children: (control: ControlProps) => ReactNode;
}

/**
 * A labeled control with its hint and its error. Hint and error describe the control to screen
 * readers; the error is in a live region, so that it is read out when it appears while the visitor
 * types.
 */
export function Field({
  id: given,
  label,
  hint,
  error,
  required,
  optional,
  className,
  children,
}: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const message = typeof error === "string" ? error : error?.[0];
  const description = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={cx("grid content-start gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-4">
        <Label htmlFor={id}>{label}</Label>
        {optional && <span className="text-sm text-faint">Optional</span>}
      </div>
      {children({
        id,
        "aria-describedby": description || undefined,
        "aria-invalid": message ? true : undefined,
        required,
        autoFocus: message ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-faint">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-bad empty:hidden">
        {message && (
          <span className="inline-flex items-center gap-1.5">
            <Alert className="size-4" />
            {message}
          </span>
        )}
      </p>
    </div>
  );
}

/** The error of a form as a whole (wrong password, say): above its fields, and announced. */
export function FormError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} role="alert" className="empty:hidden">
      {children && (
        <p className="flex items-start gap-2.5 rounded-lg border border-bad/40 bg-bad/10 px-4 py-3 text-[0.9375rem] text-foreground">
          <Alert className="mt-0.5 size-5 text-bad" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

function Alert({ className }: { className: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className={cx("shrink-0", className)}
    >
      <circle cx="12" cy="12" r="10" />
      <path d="M12 7v6M12 16.500v.5" />
    </svg>
  );
}
