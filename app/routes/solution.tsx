import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shortResult } from "~/blocks/sample-call/short-result";
import { throwRedirectOrNotFound } from "~/content/redirects/redirects.server";
import { readContent } from "~/content/reading/read.server";
import { solutionQuery } from "~/content/queries/solution";
import { solutionsPageQuery } from "~/content/queries/solutions-page";
import { Editing } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";
import { Benefits, KeyFeatures, UseCases } from "~/solutions/points";
import { Recipe } from "~/solutions/recipe";
import { RelatedSolutions } from "~/solutions/related-solutions";
import { Badge } from "~/ui/badge";
import { CallToAction } from "~/ui/call-to-action";
import { ClosingPanel } from "~/ui/cta-panel";
import { previewImageUrl } from "~/ui/urls/image-url";
import { CropMarks } from "~/ui/print-ornaments";
import { PageHero } from "~/ui/page-hero";
import { Picture } from "~/ui/picture";
import { Section } from "~/ui/section";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  documentMeta({
    matches,
    seo: data?.solution.seo,
    title: data?.solution.title || "Solution",
    description: data?.solution.shortDescription,
    image: data?.solution.details?.image,
    path: `/solutions/${data?.solution.slug ?? ""}`,
  });

export async function loader({ params, request }: LoaderFunctionArgs) {
  const [solution, overview] = await Promise.all([
    readContent(solutionQuery, { slug: params.slug }),
    readContent(solutionsPageQuery),
  ]);
  if (!solution) return throwRedirectOrNotFound(request);
  const { closingHeading, closingText, closingCta } = overview ?? {};
  const recipe = (solution.details?.recipe ?? []).map((call) => ({
    ...call,
    result: shortResult(call.result),
  }));
  return { solution, recipe, closing: { closingHeading, closingText, closingCta } };
}

export default function Solution() {
  const { solution, recipe, closing } = useLoaderData<typeof loader>();
  const { site, origin, images } = useRootData();
  const { details, tags } = solution;
  const title = solution.title || "Solution";
  const path = `/solutions/${solution.slug}`;
  const paragraphs = (details?.overview ?? "").split(/\n\s*\n/).filter((text) => text.trim());
  return (
    <Editing id={solution._id} type="solution">
      <PageHero
        breadcrumbs={
          <Breadcrumbs
            trail={[
              { name: "Solutions", path: "/solutions" },
              { name: title, path },
            ]}
          />
        }
        title={title}
        fields={{ title: "title", lead: "longDescription" }}
        lead={solution.longDescription || solution.shortDescription}
        aside={
          details?.image?.asset && (
            <div className="relative sm:p-7">
              <CropMarks className="max-sm:hidden" />
              <Picture
                image={details.image}
                ratio={3 / 2}
                sizes="(min-width: 64rem) 520px, 100vw"
                priority
                className="w-full rounded-lg border border-line-strong"
              />
            </div>
          )
        }
      >
        {tags.length > 0 && (
          <ul aria-label="Tags" className="mt-6 flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag} className="flex">
                <Badge>{tag}</Badge>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-8 flex flex-wrap gap-3 max-sm:*:w-full">
          <CallToAction
            link={{
              label: "Get Started Free",
              href: site?.links?.crafter || "/signup",
              event: "Get Started from Solution",
            }}
            variant="cta"
            size="lg"
          />
          <CallToAction
            link={{ label: "Explore API Docs", href: site?.links?.apiDocs || "/docs" }}
            variant="outline"
            size="lg"
          />
        </div>
      </PageHero>
      {paragraphs.length > 0 && (
        <Section id="overview">
          <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <h2 className="text-heading font-semibold">Overview</h2>
            <div className="grid max-w-[46rem] gap-5 text-lead text-muted [&>p:first-child]:text-foreground">
              {paragraphs.map((text, index) => (
                <p key={index}>{text}</p>
              ))}
            </div>
          </div>
        </Section>
      )}
      <Recipe calls={recipe} />
      <KeyFeatures points={details?.keyFeatures ?? []} />
      <Benefits points={details?.benefits ?? []} />
      <UseCases points={details?.exampleUseCases ?? []} />
      <RelatedSolutions solutions={details?.relatedSolutions ?? []} />
      <ClosingPanel title={closing.closingHeading} text={closing.closingText}>
        <CallToAction
          link={closing.closingCta}
          fallback={{ label: "Contact us", href: "/contact" }}
          variant="cta"
          size="lg"
        />
      </ClosingPanel>
      <JsonLd
        node={{
          "@type": "Service",
          name: title,
          description: solution.shortDescription,
          url: origin + path,
          image: previewImageUrl(images, details?.image, origin),
          provider: {
            "@type": "Organization",
            "@id": `${origin}/#organization`,
            name: site?.brandName,
          },
        }}
      />
    </Editing>
  );
}
