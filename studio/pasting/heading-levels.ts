import type { PastedInto } from "./pasted-blocks";

/** A page has one heading of the first level, its title, and ours go down to the fourth. */
export const levelOnPage = (level: number): number => Math.min(Math.max(level, 2), 4);

/** The style of a heading of this level that is typed or pasted, in a field that has it. */
export const headingStyle = ({
  schema,
  level,
}: Pick<PastedInto, "schema"> & { level: number }): string | undefined =>
  schema.styles.find(({ name }) => name === `h${levelOnPage(level)}`)?.name;
