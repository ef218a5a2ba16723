import type { HomePageQueryResult } from "~/content/types.generated";
import { highlight } from "~/ui/highlight.server";

type LakeSection = NonNullable<HomePageQueryResult>["sections"][number];

/**
 * A section of the home page as the browser receives it: the lake's fields, with highlighted code.
 */
export async function prepareSection(section: LakeSection) {
  switch (section._type) {
    case "homeHero":
    case "homeHowItWorks":
      return { ...section, sample: await highlight(section.sample) };
    case "homeFeatures":
      return {
        ...section,
        categories: await Promise.all(
          section.categories.map(async (category) => ({
            ...category,
            features: await Promise.all(
              category.features.map(async (feature) => ({
                ...feature,
                codeExample: await highlight(feature.codeExample),
              })),
            ),
          })),
        ),
      };
    default:
      return section;
  }
}

export type AnyHomeSection = Awaited<ReturnType<typeof prepareSection>>;
