import * as RadixToast from "@radix-ui/react-toast";
import { cx } from "class-variance-authority";
import { Icon } from "~/ui/icon";
import { toastPlace } from "./toast-place";
import type { Toast } from "./toast";

const variants = {
  default: { icon: "info", iconColor: "text-action", borderColor: "border-line-strong" },
  success: { icon: "circle-check", iconColor: "text-good", borderColor: "border-good/40" },
  destructive: { icon: "circle-alert", iconColor: "text-bad", borderColor: "border-bad/40" },
} as const;

/**
 * One toast: announced to screen readers; dismissed by its close button, Escape, a swipe to the
 * right, or time.
 */
export default function ToastView({ toast }: { toast: Toast }) {
  const { icon, iconColor, borderColor } = variants[toast.variant ?? "default"];
  return (
    <RadixToast.Provider duration={toast.duration ?? 5000} swipeDirection="right">
      <RadixToast.Root
        type={toast.variant === "destructive" ? "foreground" : "background"}
        className={cx(
          "grid grid-cols-[auto_1fr_auto] items-start gap-3 rounded-lg border bg-surface-2 p-4 data-[state=open]:animate-rise",
          "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
          borderColor,
        )}
      >
        <Icon name={icon} className={cx("mt-0.5 size-5", iconColor)} />
        <div className="min-w-0">
          <RadixToast.Title className="font-semibold">{toast.title}</RadixToast.Title>
          {toast.description && (
            <RadixToast.Description className="mt-0.5 text-[0.9375rem] break-words text-muted">
              {toast.description}
            </RadixToast.Description>
          )}
        </div>
        <RadixToast.Close
          aria-label="Close"
          className="-m-1.5 grid size-8 place-items-center rounded-md text-faint transition-colors hover:bg-surface-3 hover:text-foreground"
        >
          <Icon name="x" className="size-4" />
        </RadixToast.Close>
      </RadixToast.Root>
      <RadixToast.Viewport className={cx(toastPlace, "m-0 grid list-none gap-2 outline-none")} />
    </RadixToast.Provider>
  );
}
