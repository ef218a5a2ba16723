/** The filter of the article list; `isFound` in `app/content/queries/post.ts` applies it. */
export interface BlogFilter {
  /** Part of a title, an excerpt or a tag, in any case; empty for all. */
  search: string;
  /** The slug of a category; empty for all. */
  category: string;
  /** Which page of the list, from 1. */
  page: number;
}

const slug = /^(?=.{1,96}$)[a-z0-9]+(-[a-z0-9]+)*$/;

const pageNumber = /^[1-9]\d{0,3}$/;

/** The maximum length of a search: what is longer must not reach the lake. */
const maxSearchLength = 100;

/** The filter in a URL. Invalid parameters are ignored. */
export function readFilter(parameters: URLSearchParams): BlogFilter {
  const category = parameters.get("category") ?? "";
  const page = parameters.get("page") ?? "";
  return {
    search: (parameters.get("q") ?? "").trim().slice(0, maxSearchLength),
    category: slug.test(category) ? category : "",
    page: pageNumber.test(page) ? Number(page) : 1,
  };
}

/** The URL of the article list with this filter. */
export function blogUrl({ search = "", category = "", page = 1 }: Partial<BlogFilter>): string {
  const parameters = new URLSearchParams();
  if (search) parameters.set("q", search);
  if (category) parameters.set("category", category);
  if (page > 1) parameters.set("page", String(page));
  return parameters.size > 0 ? `/blog?${parameters}` : "/blog";
}
