const documentPane = "[data-testid=document-pane]";

/** The pane of the document that is published: another may be open beside it, with errors. */
function publishedPane(): Element | undefined {
  const panes = [...document.querySelectorAll(documentPane)];
  const active = document.activeElement?.closest(documentPane);
  return active ?? (panes.length === 1 ? panes[0] : undefined);
}

/**
 * The name of a field whose text is not in the document, because it is no date or number: a Publish
 * left it out, and an article that should have ended stayed.
 */
export function unreadableField(): string | undefined {
  for (const input of publishedPane()?.querySelectorAll("input") ?? []) {
    const { customError, badInput } = input.validity;
    if (!customError && !badInput) continue;
    const field = input.closest("[data-testid^=field-]");
    return field?.querySelector("label")?.textContent ?? input.name;
  }
  return undefined;
}
