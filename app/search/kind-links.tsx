import { Link } from "@remix-run/react";
import { buttonVariants } from "~/ui/button-variants";
import { formatNumber } from "~/ui/format/format-number";
import { kindNames, searchKinds } from "./search-kinds";
import type { SearchResults } from "./search-index";
import { searchUrl, type SearchFilter } from "./search-url";

/** How many results there are of each kind; a kind leads to its own. */
export function KindLinks({
  filter: { text, kind: chosen },
  counts,
}: {
  filter: SearchFilter;
  counts: SearchResults["counts"];
}) {
  const kinds = kindNames.filter((kind) => counts[kind] > 0 || kind === chosen);
  const all = kindNames.reduce((sum, kind) => sum + counts[kind], 0);
  if (all === 0) return null;
  const choices = [
    { kind: undefined, name: "All", count: all },
    ...kinds.map((kind) => ({ kind, name: searchKinds[kind], count: counts[kind] })),
  ];
  return (
    <nav aria-label="Kinds of results">
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ kind, name, count }) => (
          <li key={name}>
            <Link
              to={searchUrl({ text, kind })}
              preventScrollReset
              aria-current={kind === chosen ? "true" : undefined}
              className={buttonVariants({
                variant: kind === chosen ? "light" : "subtle",
                size: "sm",
              })}
            >
              {name}
              <span className="font-mono text-xs font-normal">{formatNumber(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
