import { kindNamed, type SearchKind } from "./search-kinds";

/** What the search page shows. */
export interface SearchFilter {
  /** What the visitor searches for; empty for nothing. */
  text: string;
  /** Only results of this kind. */
  kind?: SearchKind | undefined;
  /** Which page of the results, from 1. */
  page: number;
}

/** Characters of a search: what is longer is cut. */
export const maxSearchLength = 100;

/** Results of one page, and how many pages there are at most. */
export const resultsPerPage = 20;
const maxPages = 10;

/** The search in a URL. What is invalid is ignored. */
export function readSearch(parameters: URLSearchParams): SearchFilter {
  const page = Number(parameters.get("page"));
  return {
    text: searchText(parameters),
    kind: kindNamed(parameters.get("kind")),
    page: Number.isInteger(page) && page >= 1 && page <= maxPages ? page : 1,
  };
}

/** The text of a search, without what HTML cannot contain, such as U+0000. */
function searchText(parameters: URLSearchParams): string {
  const text = (parameters.get("q") ?? "").replace(/\p{Cc}/gu, " ").trim();
  return text.slice(0, maxSearchLength).replace(/[\uD800-\uDBFF]$/, "");
}

/** The URL of the search page with this search. */
export function searchUrl({ text, kind, page = 1 }: Partial<SearchFilter>): string {
  const parameters = new URLSearchParams();
  if (text) parameters.set("q", text);
  if (kind) parameters.set("kind", kind);
  if (page > 1) parameters.set("page", String(page));
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}

/** The last page of so many results, from 1. */
export const lastPage = (total: number): number =>
  Math.min(Math.max(Math.ceil(total / resultsPerPage), 1), maxPages);
