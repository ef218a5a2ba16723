/**
 * The name of a field whose text is not in the document, because it is no date or number: a Publish
 * left it out, and an article that should have ended stayed.
 */
export function unreadableField(): string | undefined {
  const inputs = document.querySelectorAll<HTMLInputElement>("[data-testid=document-pane] input");
  for (const input of inputs) {
    const { customError, badInput } = input.validity;
    if (!customError && !badInput) continue;
    const field = input.closest("[data-testid^=field-]");
    return field?.querySelector("label")?.textContent ?? input.name;
  }
  return undefined;
}
