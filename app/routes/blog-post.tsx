import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  Link,
  useActionData,
  useLoaderData,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { articleAction } from "~/blog/article-action.server";
import { CommentForm } from "~/blog/comment-form";
import { Comments } from "~/blog/comments";
import { readEngagement } from "~/blog/engagement.server";
import { PostActions } from "~/blog/post-actions";
import { PostCard } from "~/blog/post-card";
import { PostTags } from "~/blog/post-tags";
import { PostHeader } from "~/blog/post-header";
import { postStructuredData } from "~/blog/structured-data";
import { throwRedirectOrNotFound } from "~/content/redirects/redirects.server";
import { postQuery, relatedPostsQuery } from "~/content/queries/post";
import { readContent } from "~/content/reading/read.server";
import { readAuthState } from "~/account/session/viewer.server";
import { withoutDataSuffix } from "~/route-facts";
import { Editing, Field } from "~/ui/editable-field";
import { breadcrumbList } from "~/seo/breadcrumbs";
import { JsonLd } from "~/seo/json-ld";
import { pageMeta } from "~/seo/meta";
import { useRootData } from "~/document/root-data";
import { ArticleBody } from "~/article/article-body";
import { articleHeadings } from "~/article/article-headings";
import { prepareArticle } from "~/article/prepare-article.server";
import { Button } from "~/ui/button";
import { Container } from "~/ui/container";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import { InkBar } from "~/ui/print-ornaments";
import { TableOfContents } from "~/ui/table-of-contents";

export { articleAction as action };

export const meta: MetaFunction<typeof loader> = ({ matches, data, params }) =>
  pageMeta({
    matches,
    title: data?.post.seo?.title || data?.post.title,
    description: data?.post.seo?.description || data?.post.excerpt,
    path: `/blog/${params.slug}`,
    image: data?.post.seo?.image?.asset ? data.post.seo.image : data?.post.image,
    type: "article",
    index: data?.post.seo?.noIndex !== true,
  });

/** A like is shown by its button, and a ticket changes nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formData,
  defaultShouldRevalidate,
}) => (formData?.has("intent") ? false : defaultShouldRevalidate);

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  const post = await readContent(postQuery, { slug });
  if (!post) return throwRedirectOrNotFound(request);
  const { viewer } = await readAuthState(context.session);
  const [content, engagement, newest] = await Promise.all([
    prepareArticle(post.content),
    readEngagement(post._id, request, viewer),
    post.categoryId ? readContent(relatedPostsQuery, { categoryId: post.categoryId }) : [],
  ]);
  const { searchParams, pathname } = new URL(request.url);
  const replyTo = searchParams.get("reply");
  // Made-up values would have the page rendered and cached once for each.
  if (replyTo !== null && !engagement.comments?.threads.some(({ id }) => id === replyTo))
    throw redirect(withoutDataSuffix(pathname));
  const related = newest.filter((other) => other._id !== post._id).slice(0, 2);
  return {
    post: { ...post, content },
    engagement,
    replyTo,
    name: viewer?.fullName ?? undefined,
    related,
  };
}

export default function BlogPost() {
  const { post, engagement, replyTo, name, related } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof articleAction>();
  const root = useRootData();
  const chapters = articleHeadings(post.content.filter((block) => block._type === "block")).filter(
    ({ level }) => level === 2,
  );
  return (
    <Editing id={post._id} type="post">
      <article className="reading">
        <Container className="pt-10 sm:pt-14">
          <Button asChild variant="ghost" size="sm" className="mb-8 -ml-3.5" data-print="hide">
            <Link to="/blog" prefetch="intent">
              <Icon name="arrow-left" />
              Back to Blog
            </Link>
          </Button>
          <div className="grid items-center gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
            <PostHeader post={post} />
            <Field path="image">
              <Picture
                image={post.image}
                ratio={3 / 2}
                priority
                sizes="(min-width: 78rem) 34rem, (min-width: 64rem) 46vw, 100vw"
                className="aspect-[3/2] w-full rounded-lg border border-line object-cover"
              />
            </Field>
          </div>
        </Container>
        <div aria-hidden className="reading-progress" data-print="hide">
          <InkBar className="h-full" />
        </div>
        <Container className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)]">
          {chapters.length > 1 && (
            <div className="contents lg:*:col-start-2 lg:*:row-start-1">
              <TableOfContents
                title="On this page"
                entries={chapters.map(({ anchor, text }) => ({ id: anchor, text }))}
              />
            </div>
          )}
          <div className="lg:col-start-1 lg:row-start-1">
            <PostActions
              article={{ id: post._id, likes: post.likes, comments: post.comments }}
              engagement={engagement}
              page={{ url: `${root.origin}/blog/${post.slug}`, title: post.title }}
            />
            <Field path="content" className="py-10">
              <ArticleBody content={post.content} path="content" />
            </Field>
            {post.tags.length > 0 && (
              <div data-print="hide" className="border-t border-line py-6">
                <PostTags tags={post.tags} />
              </div>
            )}
          </div>
        </Container>
        <Container className="grid gap-16 pt-6 pb-24">
          <div className="max-w-[44rem]">
            {engagement.comments ? (
              <Comments
                key={post._id}
                discussion={engagement.comments}
                closed={post.commentsClosed}
                reply={actionData && "message" in actionData ? actionData : undefined}
                replyTo={replyTo}
                name={name}
              />
            ) : (
              <CommentForm
                typed={actionData && "typed" in actionData ? actionData.typed : undefined}
              />
            )}
          </div>
          {related.length > 0 && (
            <section aria-labelledby="related" data-print="hide">
              <h2 id="related" className="text-2xl font-semibold tracking-tight">
                Related Articles
              </h2>
              <ul className="mt-6 grid gap-5 sm:grid-cols-2">
                {related.map((other) => (
                  <li key={other._id}>
                    <PostCard post={other} heading="h3" />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </Container>
        <JsonLd node={postStructuredData(post, engagement.comments, root)} />
        <JsonLd
          node={breadcrumbList(root.origin, [
            { name: "Home", path: "/" },
            { name: "Blog", path: "/blog" },
            { name: post.title, path: `/blog/${post.slug}` },
          ])}
        />
      </article>
    </Editing>
  );
}
