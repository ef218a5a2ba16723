import { Form } from "@remix-run/react";
import { useCallback, type ReactNode } from "react";
import { comingSoon } from "./coming-soon-notice";
import { useToast } from "./toasts";

/** Shows the coming-soon notice: for the click of whatever the site does not have yet. */
export function useComingSoon(): () => void {
  const { toast } = useToast();
  return useCallback(() => toast(comingSoon), [toast]);
}

/**
 * A form that only shows the coming-soon notice, whichever of its buttons is pressed. Without scripts it is sent, and
 * the route answers with `comingSoonAction`. Nothing that was typed is lost: the form is not reset.
 */
export function ComingSoonForm({
  label,
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const notice = useComingSoon();
  return (
    <Form
      method="post"
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        notice();
      }}
    >
      {children}
    </Form>
  );
}
