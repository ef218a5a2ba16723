import { Badge } from "~/ui/badge";
import { SiteLink } from "~/ui/site-link";
import { MarkedText } from "./marked-text";
import { searchKinds } from "./search-kinds";
import type { SearchResult } from "./search-index";

/** The results of one page, the best first. */
export function ResultList({ results }: { results: readonly SearchResult[] }) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {results.map(({ kind, path, title, excerpt }) => (
        <li key={path} className="relative py-6">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Badge>{searchKinds[kind]}</Badge>
            <span className="font-mono text-[0.8125rem] break-all text-faint">
              {path.replace(/#.*/, "")}
            </span>
          </p>
          <h3 className="mt-2.5 text-xl leading-snug font-semibold tracking-tight text-pretty">
            <SiteLink
              href={path}
              className="underline-offset-4 transition-colors after:absolute after:inset-0 hover:text-action hover:underline"
            >
              <MarkedText parts={title} />
            </SiteLink>
          </h3>
          {excerpt.length > 0 && (
            <p className="mt-1.5 max-w-3xl break-words text-muted">
              <MarkedText parts={excerpt} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
