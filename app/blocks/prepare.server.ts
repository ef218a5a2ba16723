import { prepareHero } from "./hero/prepare.server";
import { prepareHowItWorks } from "./how-it-works/prepare.server";
import type { LakeBlock } from "./lake-block";

/** What the browser receives of a block: the lake's fields, with highlighted code. */
export async function prepareBlock(section: LakeBlock) {
  switch (section._type) {
    case "homeHero":
      return prepareHero(section);
    case "homeHowItWorks":
      return prepareHowItWorks(section);
    default:
      return section;
  }
}
