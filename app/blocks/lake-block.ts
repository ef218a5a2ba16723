import type { HomePageQueryResult } from "~/content/types.generated";

type AnyLakeBlock = NonNullable<HomePageQueryResult>["sections"][number];

/** A block as the lake returns it; of one type, `LakeBlock<"homeHero">`. */
export type LakeBlock<Type extends AnyLakeBlock["_type"] = AnyLakeBlock["_type"]> = Extract<
  AnyLakeBlock,
  { _type: Type }
>;
