import { Link } from "@remix-run/react";
import { useRootData } from "~/document/root-data";
import { ComingSoonForm } from "~/coming-soon/coming-soon";
import { Button } from "~/ui/button";
import { tagArchivePath } from "./archive-path";
import { blogUrl } from "./filter";

/** The tags below an article. Where there are archives, each leads to that of its articles. */
export function PostTags({ tags }: { tags: readonly string[] }) {
  const { site } = useRootData();
  if (site?.archives !== "pages") {
    return (
      <ComingSoonForm label="Tags" className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <Button key={tag} type="submit" variant="subtle" size="xs">
            {tag}
          </Button>
        ))}
      </ComingSoonForm>
    );
  }
  return (
    <nav aria-label="Tags">
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <Button asChild variant="subtle" size="xs">
              <Link to={tagArchivePath(tag) ?? blogUrl({ search: tag })} prefetch="intent">
                {tag}
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
