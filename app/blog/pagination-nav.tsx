import { Link } from "@remix-run/react";
import { ComingSoonForm } from "~/shell/coming-soon/coming-soon";
import { Button } from "~/ui/button";
import { blogUrl, type BlogFilter } from "./filter";
import type { Pages } from "./pagination";

/** With the notice instead of pages, the buttons appear from this number of articles. */
const fewWithNotice = 5;

/** Previous and Next below the list of articles. */
export function PageTurner({
  filter,
  pages,
  total,
}: {
  filter: BlogFilter;
  pages: Pages;
  total: number;
}) {
  if (!pages.turn) {
    if (total <= fewWithNotice) return null;
    return (
      <ComingSoonForm className="mt-10 flex justify-center gap-3">
        <Button type="submit" variant="outline">
          Previous
        </Button>
        <Button type="submit" variant="outline">
          Next
        </Button>
      </ComingSoonForm>
    );
  }
  const last = Math.ceil(total / pages.length);
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-10 flex items-center justify-center gap-3">
      {filter.page > 1 && (
        <Button asChild variant="outline">
          <Link to={blogUrl({ ...filter, page: filter.page - 1 })} rel="prev">
            Previous
          </Link>
        </Button>
      )}
      <p className="px-2 text-sm text-paper-2 [font-variant-numeric:tabular-nums]">
        Page {filter.page} of {last}
      </p>
      {filter.page < last && (
        <Button asChild variant="outline">
          <Link to={blogUrl({ ...filter, page: filter.page + 1 })} rel="next">
            Next
          </Link>
        </Button>
      )}
    </nav>
  );
}
