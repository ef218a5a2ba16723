const isSolution = (path: string) => path.startsWith("/solutions/");

/** Whether the visitor stays where they are on the page: from one solution to the next. Every other page begins at its top. */
export function keepsPlace(from: string, to: string): boolean {
  return isSolution(from) && isSolution(to);
}
