import { definitions, resolved } from "../definition";

/** Lists count, too: a path names their entries by index. */
const hasMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * The titles of a field in the form: "Image › Alternative text", and "Answer 3 › Rows" inside the
 * third entry of a list.
 *
 * @param path its path inside the document, such as `answer[2].rows`
 */
export function fieldTitles(document: { _type: string }, path: string): string {
  const titles: string[] = [];
  let type = definitions.get(document._type);
  let value: unknown = document;
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    const isEntry = Array.isArray(value);
    value = hasMembers(value) ? value[step] : undefined;
    const kind = hasMembers(value) ? value._type : typeof value;
    const inner: typeof type = isEntry
      ? type?.of?.find((member) => (member.name ?? member.type) === kind)
      : type?.fields?.find(({ name }) => name === step);
    if (isEntry && type) titles.push(`${titles.pop() ?? ""} ${Number(step) + 1}`);
    else if (inner) titles.push(inner.title ?? step);
    // What forms do not show, such as the links of a paragraph, is named by its ancestors.
    else if (titles.length === 0) titles.push(step);
    type = inner && resolved(inner);
  }
  return titles.join(" › ");
}
