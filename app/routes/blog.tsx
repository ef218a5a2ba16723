import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BlogSearch } from "~/blog/blog-search";
import { blogUrl, readFilter } from "~/blog/filter";
import { PageTurner } from "~/blog/pagination-nav";
import { Newsletter } from "~/blog/newsletter";
import { pagesOf } from "~/blog/pagination";
import { PostCard } from "~/blog/post-card";
import { blogPageQuery } from "~/content/queries/blog-page";
import { categoriesQuery } from "~/content/queries/category";
import { postListQuery, topicsQuery } from "~/content/queries/post";
import { readContent } from "~/content/reading/read.server";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { feedLinks } from "~/feeds/feed-paths";
import { Editing, Field } from "~/ui/editable-field";
import { JsonLd } from "~/seo/json-ld";
import { blogHeading } from "~/blog/blog-heading";
import { pageMeta } from "~/seo/meta";
import { useRootData } from "~/document/root-data";
import { Button } from "~/ui/button";
import { Container } from "~/ui/container";

export { comingSoonAction as action } from "~/coming-soon/coming-soon.server";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  ...pageMeta({
    matches,
    title: data?.page?.seo?.title || data?.heading || "Blog",
    description: data?.page?.seo?.description,
    path: blogUrl({ page: data?.filter.page }),
    image: data?.page?.seo?.image,
    // Every search would be a separate page to a crawler.
    index: data?.page?.seo?.noIndex !== true && !data?.filter.search,
  }),
  ...feedLinks("/blog", data?.heading || "Blog"),
];

export async function loader({ request }: LoaderFunctionArgs) {
  const settings = await readContent(siteSettingsQuery);
  const { page: number, ...wanted } = readFilter(new URL(request.url).searchParams);
  const pages = pagesOf(settings?.blogPaging);
  const filter = { ...wanted, page: pages.turn ? number : 1 };
  const from = (filter.page - 1) * pages.length;
  const [page, categories, { tags }, { posts, total }] = await Promise.all([
    readContent(blogPageQuery),
    readContent(categoriesQuery),
    readContent(topicsQuery),
    readContent(postListQuery, { ...wanted, tags: [], from, to: from + pages.length }),
  ]);
  // A page past the end: a visitor who follows an old link or counts up gets the end of the list,
  // not an error.
  if (filter.page > 1 && posts.length === 0) throw new Response(null, { status: 404 });
  return {
    filter,
    pages,
    page,
    heading: blogHeading(page, settings),
    categories,
    popularTags: tags.filter((tag) => tag !== null).slice(0, 8),
    posts,
    total,
  };
}

export default function Blog() {
  const { filter, pages, page, heading, categories, popularTags, posts, total } =
    useLoaderData<typeof loader>();
  const { origin } = useRootData();
  const filtered = filter.search !== "" || filter.category !== "";
  return (
    <Container className="pt-14 pb-20 sm:pt-20">
      <Editing id="blogPage" type="blogPage">
        <Field as="h1" path="heading" className="text-title font-semibold">
          {heading}
        </Field>
        {page?.lead && (
          <Field as="p" path="lead" className="mt-4 max-w-2xl text-lead text-muted">
            {page.lead}
          </Field>
        )}
      </Editing>
      <div className="mt-10">
        <BlogSearch filter={filter} categories={categories} popularTags={popularTags} />
      </div>
      <p role="status" className="sr-only">
        {total === 1 ? "1 article" : `${total} articles`}
      </p>
      {posts.length > 0 ? (
        <ul className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {posts.map((post, index) => {
            const featured = !filtered && filter.page === 1 && index === 0;
            return (
              <li key={post._id} className={featured ? "sm:col-span-full" : undefined}>
                <PostCard post={post} featured={featured} />
              </li>
            );
          })}
        </ul>
      ) : (
        <div className="mt-10 rounded-lg border border-dashed border-line-strong px-6 py-20 text-center">
          <h2 className="text-xl font-semibold">No Posts Found</h2>
          <p className="mt-2 text-muted">Try adjusting your search or category filters.</p>
          {filtered && (
            <Button asChild variant="outline" size="sm" className="mt-6">
              <Link to="/blog" preventScrollReset>
                Show all articles
              </Link>
            </Button>
          )}
        </div>
      )}
      {!pages.turn && total > posts.length && (
        <p className="mt-10 text-center text-sm text-muted">
          The newest {posts.length} of {total} articles. The search finds the others.
        </p>
      )}
      <PageTurner filter={filter} pages={pages} total={total} />
      <Newsletter heading={page?.newsletterHeading ?? null} text={page?.newsletterText ?? null} />
      <JsonLd
        node={{
          "@type": "Blog",
          name: heading,
          description: page?.seo?.description,
          url: `${origin}/blog`,
          blogPost: posts.map(({ slug, title, date, excerpt }) => ({
            "@type": "BlogPosting",
            headline: title,
            description: excerpt,
            datePublished: date,
            url: `${origin}/blog/${slug}`,
          })),
        }}
      />
    </Container>
  );
}
