import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readContent } from "~/content/reading/read.server";
import { solutionsQuery } from "~/content/queries/solution";
import { solutionsPageQuery } from "~/content/queries/solutions-page";
import { Editing } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";
import { SolutionGrid } from "~/solutions/solution-grid";
import { CallToAction } from "~/ui/call-to-action";
import { Container } from "~/ui/container";
import { PageHero } from "~/ui/page-hero";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  documentMeta({
    matches,
    seo: data?.page?.seo,
    title: data?.page?.heading || "Solutions",
    description: data?.page?.lead,
    path: "/solutions",
  });

export async function loader() {
  const [page, solutions] = await Promise.all([
    readContent(solutionsPageQuery),
    readContent(solutionsQuery),
  ]);
  return { page, solutions };
}

export default function Solutions() {
  const { page, solutions } = useLoaderData<typeof loader>();
  const { origin } = useRootData();
  return (
    <Editing id="solutionsPage" type="solutionsPage">
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: "Solutions", path: "/solutions" }]} />}
        title={page?.heading || "Solutions"}
        lead={page?.lead}
      />
      <Container className="pb-20 sm:pb-28">
        <SolutionGrid
          solutions={solutions}
          last={
            page?.closingHeading && (
              <div className="max-w-md text-center">
                <h2 className="text-xl font-semibold tracking-tight">{page.closingHeading}</h2>
                {page.closingText && (
                  <p className="mt-2.5 mb-6 text-[0.9375rem] text-muted">{page.closingText}</p>
                )}
                <CallToAction link={page.closingCta} variant="cta" />
              </div>
            )
          }
        />
      </Container>
      <JsonLd
        node={{
          "@type": "CollectionPage",
          name: page?.heading,
          description: page?.seo?.description,
          url: `${origin}/solutions`,
          mainEntity: {
            "@type": "ItemList",
            itemListElement: solutions.map(({ slug, title }, index) => ({
              "@type": "ListItem",
              position: index + 1,
              name: title,
              url: `${origin}/solutions/${slug}`,
            })),
          },
        }}
      />
    </Editing>
  );
}
