import { lazy, useEffect, type ComponentType } from "react";

/**
 * A part of a page whose script loads when the part is first shown. Where it cannot be loaded (no
 * network, or a new version of the site has replaced the script), `Instead` is shown: otherwise
 * React would replace the whole page by an error.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Instead: ComponentType<Props>,
) {
  return lazy(() => load().catch(() => ({ default: Instead })));
}

/**
 * A page's component, whose script loads when such a page is first shown. Where it cannot be
 * loaded, the page stays as the server sent it, which without scripts is enough; a visitor who came
 * by a link within the site gets it from the server.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazy(() =>
    load().catch(() => {
      const [served] = performance.getEntriesByType("navigation");
      if (served && new URL(served.name).pathname !== location.pathname) location.reload();
      // While React waits, it leaves the server's HTML alone.
      return new Promise<never>(() => {});
    }),
  );
}

/** Takes the visitor to a page that does what the missing part would have done. */
export function GoTo({ path }: { path: string }) {
  useEffect(() => location.assign(path), [path]);
  return null;
}
