import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readFilter } from "~/blog/filter";
import { archivePageLength } from "~/blog/pagination";
import { PostCard } from "~/blog/post-card";
import { type Archive, readArchive } from "~/blog/read-archive.server";
import { postListQuery } from "~/content/queries/post";
import { readContent } from "~/content/reading/read.server";
import { throwRedirectOrNotFound } from "~/content/redirects/redirects.server";
import { archiveFeedLinks } from "~/feeds/feed-paths";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { JsonLd } from "~/seo/json-ld";
import { pageMeta } from "~/seo/meta";
import { useRootData } from "~/document/root-data";
import { archiveUrl } from "~/blog/archive-path";
import { Container } from "~/ui/container";
import { PageHero } from "~/ui/page-hero";
import { PageLinks } from "~/ui/page-links";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  data
    ? [
        ...pageMeta({
          matches,
          title: documentTitle(data.archive, data.number),
          description: data.archive.description ?? `All articles ${whatUnites(data.archive)}.`,
          path: archiveUrl(data.archive.path, data.number),
          // A category may have no article yet.
          index: data.total > 0,
        }),
        ...archiveFeedLinks(data.archive),
      ]
    : [];

/** What the articles have in common: a tag and a category can have one name. */
const whatUnites = ({ title, tags }: Pick<Archive, "title" | "tags">) =>
  tags.length > 0 ? `tagged “${title}”` : `in ${title}`;

const documentTitle = (archive: Pick<Archive, "title" | "tags">, page: number) =>
  `Articles ${whatUnites(archive)}${page > 1 ? `, page ${page}` : ""}`;

/** All articles of a category, or with a tag. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const archive = await readArchive(url.pathname.replace(/\/$/, ""));
  if (!archive) return throwRedirectOrNotFound(request);
  const { page: number } = readFilter(url.searchParams);
  const from = (number - 1) * archivePageLength;
  const { posts, total } = await readContent(postListQuery, {
    search: "",
    category: archive.category,
    tags: archive.tags,
    from,
    to: from + archivePageLength,
  });
  if (number > 1 && posts.length === 0) throw new Response(null, { status: 404 });
  return { archive, number, posts, total };
}

export default function BlogArchive() {
  const { archive, number, posts, total } = useLoaderData<typeof loader>();
  const { origin } = useRootData();
  const trail = [
    { name: "Blog", path: "/blog" },
    { name: archive.title, path: archive.path },
  ];
  return (
    <>
      <PageHero
        breadcrumbs={<Breadcrumbs trail={trail} />}
        title={archive.title}
        lead={archive.description}
      />
      <Container className="pt-12 pb-20">
        <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
          <span>{total === 1 ? "1 article" : `${total} articles`}</span>
          <Link to="/blog" className="font-semibold text-action">
            All articles
          </Link>
        </p>
        <ul className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {posts.map((post) => (
            <li key={post._id}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
        <PageLinks
          label="Pages"
          page={number}
          last={Math.ceil(total / archivePageLength)}
          to={(page) => archiveUrl(archive.path, page)}
        />
      </Container>
      <JsonLd
        node={{
          "@type": "CollectionPage",
          name: archive.title,
          description: archive.description,
          url: origin + archive.path,
          mainEntity: {
            "@type": "ItemList",
            numberOfItems: total,
            itemListElement: posts.map(({ slug }, index) => ({
              "@type": "ListItem",
              position: (number - 1) * archivePageLength + index + 1,
              url: `${origin}/blog/${slug}`,
            })),
          },
        }}
      />
    </>
  );
}
