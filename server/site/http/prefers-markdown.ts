/** Programs name a handful of types; to parse thousands would cost more than a cached page. */
const maxLength = 500;

/**
 * Whether a request prefers Markdown to HTML, by its Accept header: RFC 9110 §12.5.1. It must name
 * Markdown, which no browser does; for all of them this is one search in a short text.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (!accept?.includes("text/markdown") || accept.length > maxLength) return false;
  const markdown = weightOf(accept, ["text/markdown"]);
  return markdown > 0 && markdown >= weightOf(accept, ["text/html", "text/*", "*/*"]);
}

/** The weight of the first of these types that the header names; 0 for none. */
function weightOf(accept: string, types: readonly string[]): number {
  const ranges = new Map(
    accept.split(",").map((range) => {
      const [type = "", ...parameters] = range.toLowerCase().split(";");
      const weight = parameters.find((each) => /^\s*q\s*=/.test(each))?.split("=")[1];
      return [type.trim(), weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
  const named = types.find((type) => ranges.has(type));
  return named === undefined ? 0 : (ranges.get(named) ?? 0);
}
