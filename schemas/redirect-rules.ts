import { pathOf } from "./links";

/** The source and target of a redirect. */
export interface RedirectRule {
  id: string;
  from: string;
  to: string;
}

/**
 * What is wrong with the target of a redirect, given all the others.
 *
 * @returns `loop` when visitors would go in circles, `chain` with the final target when they take
 *   more than one step
 */
export function problemOf(
  { id, from, to }: RedirectRule,
  others: readonly RedirectRule[],
): { kind: "loop" } | { kind: "chain"; end: string } | null {
  const next = new Map(others.filter((rule) => rule.id !== id).map((rule) => [rule.from, rule.to]));
  const seen = new Set([from]);
  let here = to;
  while (true) {
    const path = pathOf(here);
    if (seen.has(path)) return { kind: "loop" };
    seen.add(path);
    const further = next.get(path);
    if (further === undefined) return here === to ? null : { kind: "chain", end: here };
    here = further;
  }
}

/** The message about a chain. @param end where its visitors arrive */
export const chainWarning = (end: string) =>
  `That path redirects as well. Write ${end} to save visitors a step.`;

/** What has to be written so that the old path of a page redirects to its new one. */
export interface RedirectChanges {
  /** The redirect from the old path: `isNew` when there is none yet. */
  write: RedirectRule & { isNew: boolean };
  /** Redirects that led to the old path, and now lead to the new one in one step. */
  repoint: { id: string; to: string }[];
  /** Redirects away from the new path: the page is there now, and they would make a loop. */
  remove: string[];
}

/** Plans how visitors of `from` get to `to`, without loops and without a second step. */
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
