import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { featureQuery } from "~/content/queries/feature";
import { throwRedirectOrNotFound } from "~/content/redirects/redirects.server";
import { planComparisonQuery } from "~/content/queries/plan-comparison";
import { readContent } from "~/content/reading/read.server";
import { neighbors } from "~/docs/docs-index";
import { DocsLayout } from "~/docs/docs-layout";
import { FeatureHead } from "~/docs/feature-head";
import { Availability, Neighbors, Parameters, SolutionLink } from "~/docs/feature-parts";
import { readDocs } from "~/docs/read-docs.server";
import { CallExample, ResponseExample } from "~/docs/call-example";
import { requestSamples } from "~/api-calls/request-samples";
import { featureStructuredData } from "~/docs/structured-data";
import { Editing, Field } from "~/ui/editable-field";
import { OperationDrawing } from "~/ui/operations/operation-drawing";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";
import { ArticleBody } from "~/article/article-body";
import { prepareArticle } from "~/article/prepare-article.server";
import { highlight } from "~/ui/highlight.server";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  documentMeta({
    matches,
    seo: data?.feature.seo,
    title: `${data?.feature.title || "Feature"} · Documentation`,
    description: data?.feature.desc,
    path: `/docs/${data?.feature.slug ?? ""}`,
  });

export async function loader({ params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  const [feature, docs, comparison] = await Promise.all([
    readContent(featureQuery, { slug }),
    readDocs(),
    readContent(planComparisonQuery),
  ]);
  if (!feature) return throwRedirectOrNotFound(request);
  const samples = requestSamples(feature.codeExample).map(async ({ id, label, code }) => ({
    id,
    label,
    code: await highlight(code),
  }));
  return {
    feature: { ...feature, longDescription: await prepareArticle(feature.longDescription) },
    samples: await Promise.all(samples),
    response: feature.response && {
      ...feature.response,
      example: await highlight(feature.response.example),
    },
    plans: (comparison?.columns ?? []).map(({ id, name }) => ({
      id,
      name,
      value: feature.availability.find(({ plan }) => plan === id)?.value ?? false,
    })),
    heading: docs.page?.heading || "Documentation",
    chapters: docs.chapters,
    index: docs.index,
    beside: neighbors(docs.index, slug),
  };
}

/**
 * Stacks parts vertically; in print they are blocks, because browsers let grid items overlap at
 * page breaks.
 */
const column = "grid grid-cols-[minmax(0,1fr)] content-start print:block print:*:mb-8";

export default function DocsFeature() {
  const { feature, samples, response, plans, heading, chapters, index, beside } =
    useLoaderData<typeof loader>();
  const { site, origin } = useRootData();
  const hasCall = samples.length > 0 || response !== null;
  return (
    <Editing id={feature._id} type="feature">
      <DocsLayout chapters={chapters} index={index}>
        <div className="pt-8 pb-20 sm:pb-28 print:pb-0 lg:pt-10">
          <FeatureHead feature={feature} heading={heading} />
          <div
            className={
              hasCall
                ? "mt-10 grid print:block grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-12 xl:grid-cols-[minmax(0,1fr)_27rem] xl:grid-rows-[auto_1fr]"
                : "mt-10 grid max-w-[46rem] gap-y-12"
            }
          >
            <div className={`${column} gap-12`}>
              {feature.longDescription.length > 0 && (
                <Field path="longDescription">
                  <ArticleBody content={feature.longDescription} path="longDescription" />
                </Field>
              )}
              <Parameters parameters={feature.parameters} />
            </div>
            {hasCall && (
              <div
                className={`${column} gap-6 xl:sticky xl:top-[calc(var(--nav-height)+2rem)] xl:row-span-2 xl:self-start`}
              >
                {feature.drawing && (
                  <div className="grid place-items-center rounded-lg border border-line bg-surface p-6 print:hidden">
                    <OperationDrawing name={feature.drawing} className="h-32 max-w-full" />
                  </div>
                )}
                <CallExample samples={samples} />
                {response && <ResponseExample response={response} />}
              </div>
            )}
            <div className={`${column} gap-12`}>
              <Availability plans={plans} />
              {feature.isSolutionLink && <SolutionLink solution={feature.solutionCard} />}
            </div>
          </div>
          <Neighbors beside={beside} category={feature.category?.title ?? null} />
        </div>
      </DocsLayout>
      <JsonLd node={featureStructuredData(feature, site, origin)} />
    </Editing>
  );
}
