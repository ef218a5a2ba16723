import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { Icon } from "./icon";

interface AccordionItemProps {
  title: ReactNode;
  children: ReactNode;
  /** Open from the start; then the visitor decides. */
  defaultOpen?: boolean;
  id?: string;
  className?: string;
}

/**
 * A list of questions or parts, any number of which may be open. The browser's own element: it
 * works without scripts.
 */
export function Accordion({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx("divide-y divide-line border-y border-line", className)}>{children}</div>
  );
}

/** One part of an accordion. */
export function AccordionItem({ title, children, defaultOpen, id, className }: AccordionItemProps) {
  return (
    <details id={id} open={defaultOpen} className={cx("group/item", className)}>
      <summary className="flex min-h-14 items-center justify-between gap-6 py-4 text-left font-medium transition-colors hover:text-action">
        <span className="text-[1.0625rem] leading-snug">{title}</span>
        <Icon
          name="plus"
          className="size-5 shrink-0 text-faint transition-transform group-open/item:rotate-45"
        />
      </summary>
      <div className="pr-10 pb-6 text-muted">{children}</div>
    </details>
  );
}
