import { NavLink } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { DashboardLink } from "./dashboard-links";

const entry =
  "block rounded-md px-3 py-2 text-[0.9375rem] whitespace-nowrap text-paper-2 -outline-offset-2 transition-colors hover:bg-ink-850 hover:text-paper aria-[current=page]:bg-ink-800 aria-[current=page]:font-medium aria-[current=page]:text-paper";

/**
 * The pages of the dashboard: a column beside them, and on small screens a row above that scrolls
 * by itself.
 */
export function DashboardNavigation({ links }: { links: readonly DashboardLink[] }) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone the page that is open may be out of sight in the row.
    const current = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - 20;
  }, []);
  return (
    <nav
      aria-label="Dashboard"
      data-print="hide"
      className="max-lg:-mx-5 max-lg:border-b max-lg:border-line sm:max-lg:-mx-6 lg:sticky lg:top-[calc(var(--nav-height)+2.5rem)] lg:self-start"
    >
      <ul
        ref={row}
        className="relative flex gap-1 max-lg:overflow-x-auto max-lg:px-3 max-lg:py-2 max-lg:[scrollbar-width:none] lg:flex-col"
      >
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === "/dashboard"} prefetch="intent" className={entry}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
