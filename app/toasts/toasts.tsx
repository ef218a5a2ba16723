import {
  Suspense,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import type { FlashToast, Toast } from "./toast";
import { ConnectionNotice } from "./connection-notice";
import { lazyPart } from "~/ui/lazy-component";
import { useLostConnection } from "~/connection/use-lost-connection";

interface Toasts {
  /**
   * Shows a toast. One at a time: it replaces the one before. Returns a function that dismisses it
   * early.
   */
  toast: (toast: Toast) => () => void;
}

const ToastContext = createContext<Toasts | null>(null);

// Radix's toast weighs 13 kB: it loads with the first toast, not with the page.
const ToastView = lazyPart(
  () => import("./toast-view"),
  () => null,
);

/** Holds the toast of the page. `flash` is the one that a redirect left on the server. */
export function ToastProvider({
  flash,
  children,
}: {
  flash: FlashToast | null;
  children: ReactNode;
}) {
  const [current, setCurrent] = useState<{ id: number; toast: Toast } | null>(null);
  const latest = useRef(0);
  const lost = useLostConnection();
  const toast = useCallback((next: Toast) => {
    const id = ++latest.current;
    setCurrent({ id, toast: next });
    return () => setCurrent((shown) => (shown?.id === id ? null : shown));
  }, []);
  const value = useMemo(() => ({ toast }), [toast]);
  useEffect(() => {
    if (flash) toast(flash);
  }, [flash, toast]);

  return (
    <ToastContext.Provider value={value}>
      {children}
      {lost ? (
        <ConnectionNotice lost={lost} />
      ) : (
        current && (
          <Suspense>
            <ToastView key={current.id} toast={current.toast} />
          </Suspense>
        )
      )}
    </ToastContext.Provider>
  );
}

/** `toast()` of the page. Throws outside the shell. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("useToast() is called outside <ToastProvider>.");
  return toasts;
}
