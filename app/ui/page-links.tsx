import { Link } from "@remix-run/react";
import { Button } from "./button";

interface PageLinksProps {
  /** What there are pages of, for screen readers. */
  label: string;
  /** Counted from 1. */
  page: number;
  last: number;
  /** The URL of a page. */
  to: (page: number) => string;
}

/** Previous and Next below a list; nothing where all of it is on one page. */
export function PageLinks({ label, page, last, to }: PageLinksProps) {
  if (last <= 1) return null;
  return (
    <nav aria-label={label} className="mt-10 flex items-center justify-center gap-3">
      {page > 1 && (
        <Button asChild variant="outline">
          <Link to={to(page - 1)} rel="prev">
            Previous
          </Link>
        </Button>
      )}
      <p className="px-2 text-sm text-muted [font-variant-numeric:tabular-nums]">
        Page {page} of {last}
      </p>
      {page < last && (
        <Button asChild variant="outline">
          <Link to={to(page + 1)} rel="next">
            Next
          </Link>
        </Button>
      )}
    </nav>
  );
}
