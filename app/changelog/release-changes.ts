import type { ChangelogQueryResult } from "~/content/types.generated";

export type Release = ChangelogQueryResult[number];
export type Change = Release["changes"][number];

/** Changes that readers must act on come first. */
const order = ["Breaking", "Security", "New", "Improvement", "Fix"] as const;

/**
 * The changes of a release by their types, most urgent first; within a type in the editor's order.
 */
export function changesByType(
  changes: readonly Change[],
): { type: Change["type"]; changes: Change[] }[] {
  return order
    .map((type) => ({ type, changes: changes.filter((change) => change.type === type) }))
    .filter(({ changes }) => changes.length > 0);
}
