/** How the queries begin what they select for the previews of documents. */
const selection = "{_id,_rev,_type,";

/**
 * Extends the queries of previews to the references from which the open panes were opened.
 *
 * The Studio asks for the fields of a document in several queries, and keeps what came first of a
 * revision. When an article was published for the first time, that was often without its author,
 * and the author's form beside it said that the reference had been removed.
 *
 * @param tag of the request, by which a query of previews is known
 * @param path of the Studio's URL
 */
export function selectParentReferences(
  query: string,
  tag: string | undefined,
  path: string,
): string {
  if (!tag?.endsWith("preview.document-paths")) return query;
  const fields = new Set(
    [...path.matchAll(/parentRefPath(?:=|%3D)([a-z_]\w*)/gi)].map(([, field]) => field),
  );
  if (fields.size === 0) return query;
  return query.replaceAll(selection, `${selection}${[...fields].join(",")},`);
}
