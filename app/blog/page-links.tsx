import { Link } from "@remix-run/react";
import { Button } from "~/ui/button";

interface PageLinksProps {
  /** The page that is shown, counted from 1. */
  number: number;
  last: number;
  urlOf: (page: number) => string;
}

/** Links to the previous and the next page of a list of articles; none where all are on one. */
export function PageLinks({ number, last, urlOf }: PageLinksProps) {
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-10 flex items-center justify-center gap-3">
      {number > 1 && (
        <Button asChild variant="outline">
          <Link to={urlOf(number - 1)} rel="prev">
            Previous
          </Link>
        </Button>
      )}
      <p className="px-2 text-sm text-paper-2 [font-variant-numeric:tabular-nums]">
        Page {number} of {last}
      </p>
      {number < last && (
        <Button asChild variant="outline">
          <Link to={urlOf(number + 1)} rel="next">
            Next
          </Link>
        </Button>
      )}
    </nav>
  );
}
