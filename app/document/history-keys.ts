/**
 * Gives each history entry that the browser creates by itself, when only the anchor of the URL
 * changes, its own key. The router knows scroll positions by these keys, and takes all entries
 * without one for the same: the second anchor would be scrolled to the position of the first.
 */
export function keyAnchorEntries(): void {
  window.addEventListener("popstate", () => {
    const state: unknown = history.state;
    if (typeof state === "object" && state !== null && "key" in state) return;
    // An anchor that cannot be decoded names nothing, and the router fails on it.
    const url = canBeDecoded(location.hash) ? location.href : location.pathname + location.search;
    // Not randomUUID: browsers have it over https only.
    history.replaceState(
      { key: Math.random().toString(36).slice(2), idx: history.length - 1 },
      "",
      url,
    );
  });
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
