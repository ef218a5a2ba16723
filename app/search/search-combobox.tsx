import { Form, Link, useFetcher, useLocation } from "@remix-run/react";
import { cx } from "class-variance-authority";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Input } from "~/ui/input";
import { SiteLink } from "~/ui/site-link";
import { MarkedText } from "./marked-text";
import { searchKinds } from "./search-kinds";
import type { SearchResults } from "./search-index";
import { maxSearchLength, searchUrl, type SearchFilter } from "./search-url";

/** What the loader of the search page returns. */
interface Found {
  filter: SearchFilter;
  found: SearchResults | null;
}

/** The pause in typing after which the results update, in ms. */
const rest = 150;

/** Results that are shown; the search page has the others. */
const maxShown = 8;

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * A field and its results (the combobox pattern of the ARIA Authoring Practices): the arrow keys
 * choose a result, Enter opens it, or the search page while none is chosen.
 *
 * @param onLeave is called when the visitor goes to a page
 */
export function SearchCombobox({ onLeave }: { onLeave: () => void }) {
  const id = useId();
  const { data, load } = useFetcher<Found>();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const wanted = text.trim();
  const found = wanted ? data?.found : null;
  const results = found?.results.slice(0, maxShown) ?? [];
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => load(searchUrl({ text: wanted })), rest);
    return () => clearTimeout(timer);
  }, [wanted, load]);
  useEffect(() => setChosen(-1), [data]);
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) onLeave();
  }, [key, onLeave]);

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step && results.length > 0) {
      event.preventDefault();
      // One place more than there are results: the field itself.
      const places = results.length + 1;
      choose(((chosen + 1 + step + places) % places) - 1);
    }
    if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      option(chosen)?.click();
    }
  }

  const option = (index: number) => list.current?.querySelectorAll("a").item(index);

  function choose(index: number) {
    setChosen(index);
    option(index)?.scrollIntoView({ block: "nearest" });
  }

  return (
    <div className="grid gap-4">
      <Form role="search" action="/search" onSubmit={onLeave} className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-faint"
        />
        <Input
          // The browser focuses it when the dialog opens.
          ref={(field) => field?.setAttribute("autofocus", "")}
          // Not of the type "search", in which Escape empties the field instead of closing the
          // dialog.
          type="text"
          inputMode="search"
          enterKeyHint="search"
          name="q"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          maxLength={maxSearchLength}
          placeholder="Search this site"
          aria-label="Search this site"
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          className="pl-11"
        />
      </Form>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        hidden={results.length === 0}
        className="-mx-3 grid gap-1"
      >
        {results.map(({ kind, path, title, excerpt }, index) => (
          <SiteLink
            key={path}
            id={`${id}-${index}`}
            href={path}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={onLeave}
            className={cx(
              "block rounded-lg border px-3 py-2.5 transition-colors hover:bg-surface-3",
              index === chosen ? "border-action bg-surface-3" : "border-transparent",
            )}
          >
            <span className="flex items-start justify-between gap-4">
              <span className="min-w-0 leading-snug font-semibold break-words">
                <MarkedText parts={title} />
              </span>
              <Badge className="max-sm:hidden">{searchKinds[kind]}</Badge>
            </span>
            <span className="mt-0.5 line-clamp-1 text-sm break-words text-muted">
              <MarkedText parts={excerpt} />
            </span>
          </SiteLink>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
        <p role="status">{statusOf(found)}</p>
        {found && found.total > results.length && (
          <Link
            to={searchUrl({ text: wanted })}
            onClick={onLeave}
            className="inline-flex min-h-8 items-center gap-2 font-semibold text-action underline decoration-action/40 underline-offset-4 hover:decoration-action"
          >
            All results
            <Icon name="arrow-right" className="size-4" />
          </Link>
        )}
      </div>
    </div>
  );
}

function statusOf(found: SearchResults | null | undefined): string {
  if (!found) return "Pages, documentation, articles, releases and openings.";
  if (found.total === 0) return "Nothing found. Check the spelling, or try other words.";
  return found.total === 1 ? "1 result" : `${found.total} results`;
}
