import type { AnyHomeSection } from "./sections.server";

/** The fields that the head of nearly every section comes from. */
export const headingFields = { title: "heading", intro: "lead" };

/** The section of one type, as its component gets it: `HomeSection<"homeHero">`. */
export type HomeSection<Type extends AnyHomeSection["_type"]> = Extract<
  AnyHomeSection,
  { _type: Type }
>;
