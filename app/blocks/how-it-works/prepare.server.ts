import { highlight } from "~/ui/highlight.server";
import type { LakeBlock } from "../lake-block";

export const prepareHowItWorks = async (section: LakeBlock<"homeHowItWorks">) => ({
  ...section,
  sample: await highlight(section.sample),
});
