import { cx } from "class-variance-authority";
import { useId, type ReactNode } from "react";

interface DashboardPageProps {
  title: string;
  lead?: ReactNode;
  /** Actions, beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the dashboard with its heading. */
export function DashboardPage({ title, lead, actions, children }: DashboardPageProps) {
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-[1.75rem] leading-tight font-semibold tracking-tight wrap-anywhere">
            {title}
          </h1>
          {lead && <p className="mt-2 max-w-2xl text-[0.9375rem] text-muted">{lead}</p>}
        </div>
        {actions}
      </header>
      <div className="mt-8 grid gap-6">{children}</div>
    </>
  );
}

interface PanelProps {
  title: ReactNode;
  /** Placed at the right end of the title. */
  aside?: ReactNode;
  /** Without margins inside, for tables and lists that reach the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of a page of the dashboard, on its own surface. */
export function Panel({ title, aside, flush = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx("min-w-0 overflow-hidden rounded-lg border border-line bg-surface", className)}
    >
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-2.5">
        <h2 id={id} className="text-[0.9375rem] font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      <div className={flush ? undefined : "p-5"}>{children}</div>
    </section>
  );
}
