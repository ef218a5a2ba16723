import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readSearch, searchIndex } from "~/docs/docs-index";
import { DocsLayout } from "~/docs/docs-layout";
import { FeatureList } from "~/docs/feature-list";
import { readDocs } from "~/docs/read-docs.server";
import { docsStructuredData } from "~/docs/structured-data";
import { Editing } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { JsonLd } from "~/seo/json-ld";
import { pageMeta } from "~/seo/meta";
import { useRootData } from "~/document/root-data";
import { ArticleBody } from "~/article/article-body";
import { prepareArticle } from "~/article/prepare-article.server";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { PageHero } from "~/ui/page-hero";
import { SearchForm } from "~/ui/search-form";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta({
    matches,
    title: data?.page?.seo?.title || data?.page?.heading || "Documentation",
    description: data?.page?.seo?.description || data?.page?.lead,
    path: "/docs",
    image: data?.page?.seo?.image,
    // Every search would be a separate page to a crawler.
    index: data?.page?.seo?.noIndex !== true && !data?.search,
  });

export async function loader({ request }: LoaderFunctionArgs) {
  const { page, chapters, index } = await readDocs();
  const search = readSearch(new URL(request.url).searchParams);
  return {
    page,
    gettingStarted: await prepareArticle(page?.gettingStarted ?? []),
    chapters,
    index,
    search,
    found: search ? searchIndex(index, search) : index,
  };
}

export default function Docs() {
  const { page, gettingStarted, chapters, index, search, found } = useLoaderData<typeof loader>();
  const { origin } = useRootData();
  const heading = page?.heading || "Documentation";
  const count = found.reduce((sum, { features }) => sum + features.length, 0);
  return (
    <Editing id="docsPage" type="docsPage">
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: heading, path: "/docs" }]} />}
        title={heading}
        lead={page?.lead}
      >
        <SearchForm action="/docs" label="Search features" value={search} className="mt-8" />
      </PageHero>
      <p role="status" className="sr-only">
        {search && (count === 1 ? "1 feature found" : `${count} features found`)}
      </p>
      <DocsLayout chapters={chapters} index={index}>
        <div className="grid gap-16 pt-10 pb-20 sm:pb-28">
          {!search && page?.authenticationText && (
            <section
              aria-labelledby="authentication"
              className="flex max-w-[46rem] gap-5 rounded-lg border border-line bg-surface p-6 sm:p-7"
            >
              <Icon
                name="key-round"
                strokeWidth={1.5}
                className="mt-0.5 size-6 shrink-0 text-highlight"
              />
              <div className="min-w-0">
                <h2 id="authentication" className="text-xl font-semibold tracking-tight">
                  Authentication
                </h2>
                <p className="mt-2 text-muted">{page.authenticationText}</p>
              </div>
            </section>
          )}
          {!search && gettingStarted.length > 0 && (
            <section
              aria-label="Getting started"
              className="max-w-[46rem] [&>div>:first-child]:mt-0"
            >
              <ArticleBody content={gettingStarted} path="gettingStarted" />
            </section>
          )}
          <section aria-labelledby="all-features">
            <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
              <h2
                id="all-features"
                className="text-[1.75rem] leading-tight font-semibold tracking-tight"
              >
                {search ? `Features with “${search}”` : "All features"}
                <span className="ml-3 font-mono text-base font-normal tracking-normal text-faint">
                  {count}
                </span>
              </h2>
              {search && (
                <Button asChild variant="outline" size="sm">
                  <Link to="/docs" preventScrollReset>
                    Show all features
                  </Link>
                </Button>
              )}
            </div>
            {count > 0 ? (
              <FeatureList index={found} />
            ) : (
              <p className="rounded-lg border border-dashed border-line-strong px-6 py-16 text-center text-muted">
                {search
                  ? "No feature has all of these words. Try fewer, or a part of one."
                  : "No feature has been published yet."}
              </p>
            )}
          </section>
        </div>
      </DocsLayout>
      <JsonLd node={docsStructuredData({ heading, lead: page?.lead }, index, origin)} />
    </Editing>
  );
}
