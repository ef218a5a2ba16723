import { Form, Link, useSubmit } from "@remix-run/react";
import { Search } from "lucide-react";
import { useEffect, useRef, type FormEvent } from "react";
import type { CategoriesQueryResult } from "~/content/types.generated";
import { Button } from "~/ui/button";
import { buttonVariants } from "~/ui/button-variants";
import { Input } from "~/ui/input";
import { blogAddress, type BlogFilter } from "./filter";
import { TagLink } from "./post-card";

/** How long the typing has to rest before the list follows, in ms. */
const rest = 150;

interface BlogSearchProps {
  filter: BlogFilter;
  categories: CategoriesQueryResult;
  popularTags: string[];
}

/** Search, categories and popular tags. All of it is links and a form: the server filters, scripts make it instant. */
export function BlogSearch({ filter, categories, popularTags }: BlogSearchProps) {
  const submit = useSubmit();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A tag or the way back changes the search; while somebody types, what they type is right.
    const field = input.current;
    if (field && field !== document.activeElement) field.value = filter.search;
  }, [filter.search]);

  function onInput({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => submit(form, { replace: true, preventScrollReset: true }),
      rest,
    );
  }

  const choices = [{ title: "All", slug: "" }, ...categories];
  return (
    <div className="grid gap-5">
      <div className="flex flex-col gap-4 lg:flex-row lg:items-center lg:justify-between">
        <Form role="search" action="/blog" onInput={onInput} className="flex w-full max-w-md gap-2">
          {filter.category && <input type="hidden" name="category" value={filter.category} />}
          <div className="relative grow">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-paper-3"
            />
            <Input
              ref={input}
              type="search"
              name="q"
              defaultValue={filter.search}
              maxLength={100}
              placeholder="Search articles"
              aria-label="Search articles"
              className="pl-11"
            />
          </div>
          <Button type="submit" variant="secondary" data-script="hide">
            Search
          </Button>
        </Form>
        <nav aria-label="Categories">
          <ul className="flex flex-wrap gap-2">
            {choices.map(({ title, slug }) => (
              <li key={slug}>
                <Link
                  to={blogAddress({ search: filter.search, category: slug })}
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
          <h2 className="font-mono text-[0.8125rem] text-paper-3">Popular tags</h2>
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
