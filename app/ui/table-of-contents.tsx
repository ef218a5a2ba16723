import { cx } from "class-variance-authority";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { AnchorLink } from "./anchor-link";
import { Icon } from "./icon";
import { useSectionBeingRead } from "./use-active-section";

export interface ContentsEntry {
  /** The anchor of the section. */
  id: string;
  text: ReactNode;
}

interface TableOfContentsProps {
  title: string;
  /** In the order of the page. */
  entries: readonly ContentsEntry[];
  /** Placed below the list on a wide screen. */
  children?: ReactNode;
}

/**
 * The navigation of a long page: beside it on a wide screen, where it stays in view and marks what
 * is being read; folded away above it on a small one.
 */
export function TableOfContents({ title, entries, children }: TableOfContentsProps) {
  const heading = useId();
  const current = useSectionBeingRead(entries.map(({ id }) => id));
  const list = useRef<HTMLOListElement>(null);

  // A list longer than the window scrolls along with the reader. Only the list moves, never the
  // page.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !link) return;
    const { offsetTop: top, offsetHeight: height } = link;
    const { scrollTop, clientHeight } = list.current;
    if (top < scrollTop) list.current.scrollTop = top;
    else if (top + height > scrollTop + clientHeight)
      list.current.scrollTop = top + height - clientHeight;
  }, [current]);

  return (
    <>
      <details
        className="group rounded-lg border border-line-strong bg-surface lg:hidden"
        data-print="hide"
      >
        <summary className="flex min-h-13 items-center justify-between gap-4 rounded-lg px-5 font-semibold">
          {title}
          <Icon
            name="chevron-down"
            className="size-5 text-faint transition-transform group-open:rotate-180"
          />
        </summary>
        <nav aria-label={title} className="border-t border-line px-5 py-3">
          <ol>
            {entries.map((entry) => (
              <li key={entry.id}>
                <AnchorLink
                  anchor={entry.id}
                  className="block py-2 text-[0.9375rem] leading-snug text-muted transition-colors hover:text-foreground"
                >
                  {entry.text}
                </AnchorLink>
              </li>
            ))}
          </ol>
        </nav>
      </details>
      <nav
        aria-labelledby={heading}
        data-print="hide"
        className="sticky top-[calc(var(--nav-height)+2rem)] flex max-h-[calc(100vh-var(--nav-height)-4rem)] flex-col self-start max-lg:hidden"
      >
        <h2 id={heading} className="font-mono text-[0.8125rem] text-faint">
          {title}
        </h2>
        <ol ref={list} className="relative mt-3 min-h-0 overflow-y-auto border-l border-line">
          {entries.map((entry) => (
            <li key={entry.id}>
              <AnchorLink
                anchor={entry.id}
                aria-current={entry.id === current ? "location" : undefined}
                className={cx(
                  "block border-l-2 border-transparent py-1.5 pr-2 pl-4 text-sm leading-snug text-muted transition-colors hover:text-foreground focus-visible:-outline-offset-2",
                  "aria-[current]:border-action aria-[current]:bg-surface aria-[current]:text-foreground",
                )}
              >
                {entry.text}
              </AnchorLink>
            </li>
          ))}
        </ol>
        {children}
      </nav>
    </>
  );
}
