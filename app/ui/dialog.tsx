import { cx } from "class-variance-authority";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { Icon } from "./icon";

interface DialogProps {
  open: boolean;
  /** Called when the visitor closes it: the cross, Escape, or a press outside. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons that end the dialog, at its foot. */
  actions?: ReactNode;
  children?: ReactNode;
  size?: "default" | "wide";
  /** Whether its content grows while it is open: then it grows downwards, not both ways. */
  grows?: boolean;
}

/**
 * A modal dialog on the browser's own `<dialog>`, which traps the focus, makes the page behind it
 * inert, closes on Escape and gives the focus back: no script of ours does that better.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  actions,
  children,
  size = "default",
  grows = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const id = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    // Presses beside the panel land on the dialog itself. Keyboards have Escape and the cross.
    /* eslint-disable-next-line
       jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onClose={onClose}
      onMouseDown={(event) => (pressedOutside.current = event.target === ref.current)}
      onClick={(event) => {
        // Both ends of the press: releasing it outside after selecting text must not close it.
        if (pressedOutside.current && event.target === ref.current) onClose();
      }}
      className={cx(
        "max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-lg border border-line-strong bg-surface p-0 text-foreground backdrop:bg-ground/80 open:animate-rise",
        size === "wide" ? "max-w-2xl" : "max-w-lg",
        grows && "mt-4",
      )}
    >
      {open && (
        <div className="grid gap-5 p-6 sm:p-7">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <h2 id={`${id}-title`} className="text-xl leading-snug font-semibold tracking-tight">
                {title}
              </h2>
              {description && (
                <p id={`${id}-description`} className="mt-2 text-[0.9375rem] text-muted">
                  {description}
                </p>
              )}
            </div>
            <button
              type="button"
              onClick={onClose}
              aria-label="Close"
              className="-m-2 grid size-9 shrink-0 place-items-center rounded-lg text-faint transition-colors hover:bg-surface-3 hover:text-foreground"
            >
              <Icon name="x" className="size-5" />
            </button>
          </div>
          {children}
          {actions && <div className="flex flex-wrap justify-end gap-3">{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
