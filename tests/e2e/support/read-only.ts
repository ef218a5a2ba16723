/**
 * In the page: makes the fields within what a selector finds read-only for two seconds once they are
 * writable, as on a busy machine: the form then waits for the document once more.
 */
export function readOnlyOnceMore(selector: string): void {
  const fields = () =>
    document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      `${selector} :is(input, textarea)`,
    );
  let since: number | undefined;
  const lock = () => {
    if (!since && ![...fields()].some(({ readOnly }) => !readOnly)) return;
    since ??= performance.now();
    const isLocked = performance.now() - since < 2_000;
    for (const field of fields()) if (field.readOnly !== isLocked) field.readOnly = isLocked;
    if (isLocked) requestAnimationFrame(lock);
    else observer.disconnect();
  };
  const observer = new MutationObserver(lock);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}
