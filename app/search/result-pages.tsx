import { Link } from "@remix-run/react";
import { Button } from "~/ui/button";
import { lastPage, searchUrl, type SearchFilter } from "./search-url";

/** Previous and Next below the results. */
export function ResultPages({ filter, total }: { filter: SearchFilter; total: number }) {
  const last = lastPage(total);
  if (last <= 1) return null;
  const { page } = filter;
  return (
    <nav aria-label="Pages" className="mt-10 flex items-center justify-center gap-3">
      {page > 1 && (
        <Button asChild variant="outline">
          <Link to={searchUrl({ ...filter, page: page - 1 })} rel="prev">
            Previous
          </Link>
        </Button>
      )}
      <p className="px-2 text-sm text-paper-2 [font-variant-numeric:tabular-nums]">
        Page {page} of {last}
      </p>
      {page < last && (
        <Button asChild variant="outline">
          <Link to={searchUrl({ ...filter, page: page + 1 })} rel="next">
            Next
          </Link>
        </Button>
      )}
    </nav>
  );
}
