import type { ReactNode } from "react";
import { useNavigationInFlight } from "~/connection/use-lost-connection";

interface SectionHeadProps {
  id: string;
  title: ReactNode;
  /** What the section shows, in a sentence. */
  lead?: ReactNode;
  /** Buttons and links beside the title. */
  children?: ReactNode;
}

/** The head of a page of the administration; shows when another page of it is loading. */
export function SectionHead({ id, title, lead, children }: SectionHeadProps) {
  const { state, location } = useNavigationInFlight();
  const loading = state === "loading" && location?.pathname.startsWith("/admin");
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h2 id={id} className="flex items-center gap-3 text-2xl font-semibold tracking-tight">
          <span className="min-w-0 wrap-anywhere">{title}</span>
          <span role="status" className="text-sm font-normal text-faint">
            {loading && "Loading …"}
          </span>
        </h2>
        {lead && <p className="mt-1.5 text-[0.9375rem] text-muted">{lead}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}
