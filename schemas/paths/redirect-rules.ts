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
