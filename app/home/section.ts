import type { AnyHomeSection } from "./sections.server";

/** The section of one type, as its component gets it: `HomeSection<"homeHero">`. */
export type HomeSection<Type extends AnyHomeSection["_type"]> = Extract<
  AnyHomeSection,
  { _type: Type }
>;
