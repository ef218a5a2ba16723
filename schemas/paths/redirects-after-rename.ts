import { pathOf } from "./links";
import type { RedirectRule } from "./redirect-rules";

/** What has to be written so that the old path of a page redirects to its new one. */
export interface RedirectChanges {
  /** The redirect from the old path: `isNew` when there is none yet. */
  write: RedirectRule & { isNew: boolean };
  /** Redirects that led to the old path, and now lead to the new one in one step. */
  repoint: { id: string; to: string }[];
  /** Redirects away from the new path: the page is there now, and they would make a loop. */
  remove: string[];
}

/**
 * Plans how visitors of `from` get to `to`, without loops and without a second step. It is written
 * when the renamed document is published (`studio/publishing/publish-and-redirect.ts`), and
 * followed by the site where no page has the path (`app/content/redirects/redirects.server.ts`).
 */
export function planRedirects(
  from: string,
  to: string,
  redirects: readonly RedirectRule[],
): RedirectChanges {
  const remove = redirects.filter((rule) => rule.from === to).map(({ id }) => id);
  const remaining = redirects.filter(({ id }) => !remove.includes(id));
  const present = remaining.find((rule) => rule.from === from);
  const id = present?.id ?? `redirect-${from.slice(1).replaceAll("/", "--")}`;
  return {
    write: { id, from, to, isNew: !present },
    repoint: remaining
      .filter((rule) => rule.id !== present?.id && pathOf(rule.to) === from)
      .map((rule) => ({ id: rule.id, to: to + rule.to.slice(from.length) })),
    remove,
  };
}
