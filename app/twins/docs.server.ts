import { docsIndex } from "~/docs/docs-index";
import { docsPageQuery } from "~/content/queries/docs-page";
import { featureQuery } from "~/content/queries/feature";
import { featureCategoriesQuery } from "~/content/queries/feature-category";
import { planComparisonQuery } from "~/content/queries/plan-comparison";
import { readContent } from "~/content/reading/read.server";
import type { FeatureQueryResult } from "~/content/types.generated";
import { articleMarkdown } from "~/markdown/article";
import {
  blocks,
  code,
  codeBlock,
  joined,
  list,
  type Markdown,
  section,
  table,
} from "~/markdown/markdown";
import { pageLink } from "~/markdown/outline";
import { planValueText } from "~/plans/plan-value-text";
import type { ReadTwin } from "./twin";

type Feature = NonNullable<FeatureQueryResult>;

/** A feature: its endpoint, its text, its parameters, a call and its response, and its plans. */
export const readFeatureTwin: ReadTwin = async (slug, place) => {
  const [feature, comparison] = await Promise.all([
    readContent(featureQuery, { slug }),
    readContent(planComparisonQuery),
  ]);
  if (!feature) return null;
  const { endpoint, availability, codeExample, solutionCard, isSolutionLink } = feature;
  const plans = (comparison?.columns ?? []).map(({ id, name }) => [
    name,
    planValueText(availability.find(({ plan }) => plan === id)?.value),
  ]);
  return {
    title: feature.title,
    description: feature.desc,
    body: blocks(
      endpoint && code(`${endpoint.method} ${endpoint.path}`),
      articleMarkdown(feature.longDescription, place),
      section(2, "Parameters", parametersTable(feature)),
      section(2, "Example", codeBlock(codeExample?.code, codeExample?.language)),
      section(2, "Response", ...responseParts(feature)),
      section(2, "Plans", plans.length > 0 ? table(["Plan", feature.title], plans) : null),
      section(
        2,
        "Solution",
        isSolutionLink && solutionCard?.slug
          ? pageLink(
              place.origin,
              `/solutions/${solutionCard.slug}`,
              solutionCard.title,
              solutionCard.shortDescription,
            )
          : null,
      ),
    ),
  };
};

const parametersTable = ({ parameters }: Feature): Markdown | null =>
  parameters.length === 0
    ? null
    : table(
        ["Name", "Type", "Required", "Description"],
        parameters.map(({ name, type, required, description }) => [
          name,
          type,
          required ? "yes" : "no",
          description,
        ]),
      );

const responseParts = ({ response }: Feature) =>
  response
    ? [
        joined([response.status && `Status ${response.status}`, response.description], ": "),
        codeBlock(response.example?.code, response.example?.language),
      ]
    : [];

/** How to begin, and all features by category. */
export const readDocsTwin: ReadTwin = async (_slug, place) => {
  const [page, categories] = await Promise.all([
    readContent(docsPageQuery),
    readContent(featureCategoriesQuery),
  ]);
  const features = docsIndex(categories).map((category) =>
    section(
      3,
      category.title,
      list(
        category.features.map(({ title, slug, desc, endpoint }) =>
          joined(
            [
              pageLink(place.origin, `/docs/${slug}`, title, desc),
              endpoint && code(`${endpoint.method} ${endpoint.path}`),
            ],
            " ",
          ),
        ),
      ),
    ),
  );
  return {
    title: page?.heading || "Documentation",
    description: page?.lead,
    body: blocks(
      section(2, "Authentication", page?.authenticationText),
      articleMarkdown(page?.gettingStarted ?? [], place),
      section(2, "All features", ...features),
    ),
  };
};
