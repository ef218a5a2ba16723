import { getInputProps, type FieldMetadata } from "@conform-to/react";
import { useState, type KeyboardEvent } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Input } from "~/ui/input";

interface PasswordFieldProps {
  /** The field as conform knows it. */
  meta: FieldMetadata<string>;
  label?: string;
  autoComplete: "current-password" | "new-password";
  hint?: string;
}

/** A password, which its owner can reveal, with a hint about caps lock. Pasting is allowed. */
export function PasswordField({
  meta,
  label = "Password",
  autoComplete,
  hint,
}: PasswordFieldProps) {
  const hydrated = useHydrated();
  const [shown, show] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const { name } = getInputProps(meta, { type: "password" });
  const onKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <Field id={meta.id} label={label} hint={hint} error={meta.errors}>
      {(control) => (
        <div className="grid gap-1.5">
          <div className="relative">
            <Input
              {...control}
              name={name}
              type={shown ? "text" : "password"}
              autoComplete={autoComplete}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onKeyDown={onKey}
              onKeyUp={onKey}
              onBlur={() => setCapsLock(false)}
              className="pr-12"
            />
            {hydrated && (
              <button
                type="button"
                aria-pressed={shown}
                aria-controls={control.id}
                onClick={() => show(!shown)}
                className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-faint transition-colors hover:text-foreground"
              >
                {shown ? (
                  <Icon name="eye-off" className="size-5" />
                ) : (
                  <Icon name="eye" className="size-5" />
                )}
                {/* Text, not aria-label: the field itself is the one that is labeled "Password". */}
                <span className="sr-only">Show password</span>
              </button>
            )}
          </div>
          <p role="status" className="text-sm text-highlight empty:hidden">
            {capsLock && "Caps lock is on."}
          </p>
        </div>
      )}
    </Field>
  );
}
