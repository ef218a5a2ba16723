const documentPane = "[data-testid=document-pane]";

/** The pane of the document that is published: another may be open beside it, with errors. */
function publishedPane(): Element | undefined {
  const panes = [...document.querySelectorAll(documentPane)];
  const active = document.activeElement?.closest(documentPane);
  return active ?? (panes.length === 1 ? panes[0] : undefined);
}

/**
 * The names of fields that were left with a text that is not a date or number, by the document's
 * published id and the field's id: the form shows one tab of its fields, and drops the others.
 */
const left = new Map<string, Map<string, string>>();

/** Called when a field is shown, with what is stored. */
export const showsStored = (id: string, field: string): void => void left.get(id)?.delete(field);

/** Called before a field is removed from the page. */
export function noteUnreadable(id: string, field: string, place: Element): void {
  const name = unreadableIn(place);
  if (name) left.set(id, new Map(left.get(id)).set(field, name));
}

/**
 * The name of a field whose text is not in the document, because it is not a date or number: a
 * Publish left it out, and an article that should have ended stayed.
 *
 * @param id of the published document
 */
export function unreadableField(id: string): string | undefined {
  const [elsewhere] = left.get(id)?.values() ?? [];
  return unreadableIn(publishedPane()) ?? elsewhere;
}

function unreadableIn(place: Element | undefined): string | undefined {
  for (const input of place?.querySelectorAll("input") ?? []) {
    const { customError, badInput } = input.validity;
    if (!customError && !badInput) continue;
    const field = input.closest("[data-testid^=field-]");
    return field?.querySelector("label")?.textContent ?? input.name;
  }
  return undefined;
}
