/** What a visitor looks for in the article list. */
export interface BlogFilter {
  /** Part of a title, an excerpt or a tag, in any case; empty for all. */
  search: string;
  /** The slug of a category; empty for all. */
  category: string;
}

const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Nobody searches for more, and what is longer must not reach the lake. */
const longestSearch = 100;

/** The filter in an address. What makes no sense is taken for not given. */
export function readFilter(parameters: URLSearchParams): BlogFilter {
  const category = parameters.get("category") ?? "";
  return {
    search: (parameters.get("q") ?? "").trim().slice(0, longestSearch),
    category: slug.test(category) ? category : "",
  };
}

/** The address of the article list with this filter. */
export function blogAddress({ search = "", category = "" }: Partial<BlogFilter>): string {
  const parameters = new URLSearchParams();
  if (search) parameters.set("q", search);
  if (category) parameters.set("category", category);
  return parameters.size > 0 ? `/blog?${parameters}` : "/blog";
}
