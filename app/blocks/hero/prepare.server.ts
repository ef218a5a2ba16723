import { highlight } from "~/ui/highlight.server";
import type { LakeBlock } from "../lake-block";

export const prepareHero = async (section: LakeBlock<"homeHero">) => ({
  ...section,
  sample: await highlight(section.sample),
});
