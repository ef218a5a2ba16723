import { ComingSoonForm } from "~/coming-soon/coming-soon";
import { Button } from "~/ui/button";
import { PageLinks } from "~/ui/page-links";
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
  return (
    <PageLinks
      label="Pages"
      page={filter.page}
      last={Math.ceil(total / pages.length)}
      to={(page) => blogUrl({ ...filter, page })}
    />
  );
}
