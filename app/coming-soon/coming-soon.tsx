import { Form, useLocation } from "@remix-run/react";
import { useCallback, type ReactNode } from "react";
import { comingSoon, type Notice } from "./coming-soon-notice";
import { useToast } from "~/toasts/toasts";

/** Shows the coming-soon notice: for clicks on what the site does not have yet. */
function useComingSoon(notice = comingSoon): () => void {
  const { toast } = useToast();
  return useCallback(() => toast(notice), [toast, notice]);
}

/**
 * A form that only shows the coming-soon notice, for any of its buttons. Without scripts it is
 * sent, and the route handles it with `comingSoonAction`, or that of another notice. With scripts
 * the form is not reset.
 */
export function ComingSoonForm({
  label,
  notice = comingSoon,
  instead,
  anchor,
  className,
  children,
}: {
  label?: string;
  /** What is shown, where the usual words will not do. */
  notice?: Notice;
  /** What is done with scripts, in place of the notice. */
  instead?: () => void;
  /** The id at which the page opens again without scripts, because the notice is there. */
  anchor?: string;
  className?: string;
  children: ReactNode;
}) {
  const show = useComingSoon(notice);
  const { pathname } = useLocation();
  return (
    <Form
      method="post"
      noValidate
      action={anchor && `${pathname}#${anchor}`}
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        (instead ?? show)();
      }}
    >
      {children}
    </Form>
  );
}
