import type { prepareBlock } from "./prepare.server";

/** A block as the browser receives it. */
export type AnyBlock = Awaited<ReturnType<typeof prepareBlock>>;

export type BlockType = AnyBlock["_type"];

/** The block of one type, as its view receives it: `Block<"homeHero">`. */
export type Block<Type extends BlockType> = Extract<AnyBlock, { _type: Type }>;

/** The fields for the head of nearly every block. */
export const headingFields = { title: "heading", intro: "lead" };
