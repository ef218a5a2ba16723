import { isReserved } from "../fields/slug";
import { pathExists, pageAt, pathsOf, withoutRedirects } from "../paths/links";
import { typesBeside } from "../paths/page-path";
import { isRecord } from "../edits/is-record";
import { chainWarning, problemOf } from "../paths/redirect-rules";
import { note, titleOf, together, type LakeDocument, type Note } from "./finding";

const slugOf = (document: LakeDocument): string | undefined => {
  const slug = isRecord(document.slug) ? document.slug : document.id;
  return isRecord(slug) && typeof slug.current === "string" ? slug.current : undefined;
};

/** Documents that visitors cannot reach, or cannot reach where they would look. */
export function sharedPaths(documents: readonly LakeDocument[]): Note[] {
  const shared = together(documents, (document) => {
    const slug = slugOf(document);
    const beside = typesBeside(document._type);
    return slug && `${beside.length > 0 ? beside.join() : document._type} ${slug}`;
  });
  const versions = together(
    documents.filter(({ _type }) => _type === "changelogEntry"),
    ({ version }) => String(version),
  );
  const redirects = documents.filter(({ _type }) => _type === "redirect");
  const pages = pathsOf(withoutRedirects(documents));
  const rules = redirects.map(({ _id, from, to }) => ({
    id: _id,
    from: String(from),
    to: String(to),
  }));
  return [
    ...[...shared, ...versions].flatMap((group) =>
      group.map((document) => {
        const others = group.filter((other) => other !== document).map(titleOf);
        return note("url", document, `Has the same URL as ${others.join(", ")}`);
      }),
    ),
    ...documents
      .filter((document) => isReserved(document._type, slugOf(document) ?? ""))
      .map((document) => note("url", document, "The site itself has a page at this URL")),
    ...together(redirects, ({ from }) => String(from)).flatMap((group) =>
      group.map((document) => note("url", document, "Another redirect begins here too")),
    ),
    ...redirects
      .filter(({ from }) => pathExists(String(from), pages))
      .map((document) => note("unwise", document, pageAt(String(document.from)))),
    ...redirects.flatMap((document, index) => {
      const rule = rules[index];
      const found = rule && problemOf(rule, rules);
      if (!found) return [];
      return found.kind === "loop"
        ? note("url", document, "Visitors would go round in circles")
        : note("unwise", document, chainWarning(found.end));
    }),
  ];
}
