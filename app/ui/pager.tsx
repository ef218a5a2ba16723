import { Link, useSearchParams } from "@remix-run/react";
import { Button } from "./button";

/** The links to the next page of a list, and back to its beginning. */
export function Pager({ next }: { next: string | null }) {
  const [search] = useSearchParams();
  const isLaterPage = search.has("after");
  if (!next && !isLaterPage) return null;
  const to = (after: string | null) => {
    const parameters = new URLSearchParams(search);
    if (after) parameters.set("after", after);
    else parameters.delete("after");
    return `?${parameters}`;
  };
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap gap-3">
      {isLaterPage && (
        <Button asChild size="sm" variant="ghost">
          <Link to={to(null)}>Back to the start</Link>
        </Button>
      )}
      {next && (
        <Button asChild size="sm" variant="outline" className="ml-auto">
          <Link to={to(next)}>Next page</Link>
        </Button>
      )}
    </nav>
  );
}
