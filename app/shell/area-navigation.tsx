import { NavLink } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Icon, type IconName } from "~/ui/icon";

export interface AreaLink {
  to: string;
  label: string;
  icon: IconName;
  /** Marked on this path only, and not on those below it. */
  end?: boolean;
  /** How many entries wait there; a hundred stand for more. */
  count?: number;
}

const entry =
  "flex items-center gap-3 rounded-md px-3 py-2 text-[0.9375rem] whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:bg-surface-2 hover:text-foreground aria-[current=page]:bg-surface-3 aria-[current=page]:font-medium aria-[current=page]:text-foreground";

/**
 * The pages of the account area or the administration: a column beside them, and on small screens a
 * row above that scrolls by itself.
 */
export function AreaNavigation({ label, links }: { label: string; links: readonly AreaLink[] }) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone the page that is open may be out of sight in the row.
    const current = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - 20;
  }, []);
  return (
    <nav
      aria-label={label}
      data-print="hide"
      className="max-lg:-mx-5 max-lg:border-b max-lg:border-line sm:max-lg:-mx-6 lg:sticky lg:top-[calc(var(--nav-height)+2.5rem)] lg:self-start"
    >
      <ul
        ref={row}
        className="relative flex gap-1 max-lg:overflow-x-auto max-lg:px-3 max-lg:py-2 max-lg:[scrollbar-width:none] lg:flex-col"
      >
        {links.map(({ label: name, icon, count = 0, ...link }) => (
          <li key={link.to}>
            <NavLink {...link} prefetch="intent" className={entry}>
              <Icon name={icon} strokeWidth={1.5} className="size-4.5 text-faint" />
              {name}
              {count > 0 && (
                <span className="rounded-full border border-line-strong px-2 text-xs leading-5 font-medium text-foreground lg:ml-auto">
                  {count < 100 ? count : "99+"}
                  <span className="sr-only"> open</span>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
