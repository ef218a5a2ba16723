import { highlight } from "~/ui/highlight.server";
import type { LakeBlock } from "../lake-block";

type LakeCategory = LakeBlock<"homeFeatures">["categories"][number];

export const prepareFeatures = async (section: LakeBlock<"homeFeatures">) => ({
  ...section,
  categories: await Promise.all(section.categories.map(prepareCategory)),
});

const prepareCategory = async (category: LakeCategory) => ({
  ...category,
  features: await Promise.all(
    category.features.map(async (feature) => ({
      ...feature,
      codeExample: await highlight(feature.codeExample),
    })),
  ),
});
