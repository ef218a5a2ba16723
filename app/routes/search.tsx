import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { environment } from "@domain/environment.server";
import { KindLinks } from "~/search/kind-links";
import { ResultList } from "~/search/result-list";
import { lastPage, readSearch, resultsPerPage, searchUrl } from "~/search/search-url";
import { searchSite } from "~/search/site-search.server";
import { Suggestions } from "~/search/suggestions";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { pageMeta } from "~/seo/meta";
import { Container } from "~/ui/container";
import { formatNumber } from "~/ui/format/format-number";
import { PageHero } from "~/ui/page-hero";
import { SearchForm } from "~/ui/search-form";
import { PageLinks } from "~/ui/page-links";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  ...pageMeta({
    matches,
    title: data?.filter.text ? `${data.filter.text}: search` : "Search",
    description: "Search this site: pages, articles, documentation, releases and job openings.",
    path: "/search",
    // Every search would be a separate page to a crawler.
    index: false,
  }),
  ...(data ? [{ tagName: "link", rel: "canonical", href: data.canonical }] : []),
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const filter = readSearch(new URL(request.url).searchParams);
  const canonical = new URL("/search", environment.SITE_URL).href;
  if (!filter.text) return { canonical, filter, found: null };
  await context.turn();
  const from = (filter.page - 1) * resultsPerPage;
  const found = await searchSite({ ...filter, from, to: from + resultsPerPage });
  if (filter.page > lastPage(found.total)) throw new Response(null, { status: 404 });
  return { canonical, filter, found };
}

export default function Search() {
  const { filter, found } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: "Search", path: "/search" }]} />}
        title="Search"
      >
        <SearchForm action="/search" label="Search this site" value={filter.text} className="mt-8">
          {filter.kind && <input type="hidden" name="kind" value={filter.kind} />}
        </SearchForm>
      </PageHero>
      <Container className="grid gap-10 pb-20 sm:pb-28">
        {found && (
          <section aria-labelledby="results">
            <h2 id="results" className="sr-only">
              Results
            </h2>
            <div className="flex flex-col gap-5 lg:flex-row lg:items-center lg:justify-between">
              <p role="status" className="break-words text-muted">
                {statusOf(filter.text, found.total, found.isPartial)}
              </p>
              <KindLinks filter={filter} counts={found.counts} />
            </div>
            {found.total > 0 ? (
              <div className="mt-6">
                <ResultList results={found.results} />
                <PageLinks
                  label="Pages"
                  page={filter.page}
                  last={lastPage(found.total)}
                  to={(page) => searchUrl({ ...filter, page })}
                />
              </div>
            ) : (
              <p className="mt-6 rounded-lg border border-dashed border-line-strong px-6 py-16 text-center text-muted">
                Check the spelling, or try fewer or other words.
              </p>
            )}
          </section>
        )}
        {!found?.total && <Suggestions />}
      </Container>
    </>
  );
}

/** How much was found, in words. */
function statusOf(text: string, total: number, isPartial: boolean): string {
  if (total === 0) return `Nothing found for “${text}”`;
  const count = total === 1 ? "1 result" : `${formatNumber(total)} results`;
  return isPartial
    ? `${count} with some of the words “${text}”: none has all of them`
    : `${count} for “${text}”`;
}
