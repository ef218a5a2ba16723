import type { AnyHomeSection } from "./sections.server";

/** The fields for the head of nearly every section. */
export const headingFields = { title: "heading", intro: "lead" };

/** The section of one type, as its component receives it: `HomeSection<"homeHero">`. */
export type HomeSection<Type extends AnyHomeSection["_type"]> = Extract<
  AnyHomeSection,
  { _type: Type }
>;
