import { Link } from "@remix-run/react";
import type { CategoriesQueryResult } from "~/content/types.generated";
import { buttonVariants } from "~/ui/button-variants";
import { SearchForm } from "~/ui/search-form";
import { blogUrl, type BlogFilter } from "./filter";
import { TagLink } from "./post-card";

interface BlogSearchProps {
  filter: BlogFilter;
  categories: CategoriesQueryResult;
  popularTags: string[];
}

/**
 * Search, categories and popular tags. All of it is links and a form: the server filters, scripts
 * make it instant.
 */
export function BlogSearch({ filter, categories, popularTags }: BlogSearchProps) {
  const choices = [{ title: "All", slug: "" }, ...categories];
  return (
    <div className="grid gap-5">
      <div className="flex flex-col gap-4 lg:flex-row lg:items-center lg:justify-between">
        <SearchForm action="/blog" label="Search articles" value={filter.search}>
          {filter.category && <input type="hidden" name="category" value={filter.category} />}
        </SearchForm>
        <nav aria-label="Categories">
          <ul className="flex flex-wrap gap-2">
            {choices.map(({ title, slug }) => (
              <li key={slug}>
                <Link
                  to={blogUrl({ search: filter.search, category: slug })}
                  preventScrollReset
                  aria-current={slug === filter.category ? "true" : undefined}
                  className={buttonVariants({
                    variant: slug === filter.category ? "light" : "subtle",
                    size: "sm",
                  })}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {popularTags.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
          <h2 className="font-mono text-[0.8125rem] text-faint">Popular tags</h2>
          <ul className="flex flex-wrap gap-2">
            {popularTags.map((tag) => (
              <li key={tag}>
                <TagLink tag={tag} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
