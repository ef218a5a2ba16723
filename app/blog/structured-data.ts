import type { PublicComment } from "@domain/comments/threads.server";
import type { PostQueryResult, SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";
import { previewImageUrl, type ImageSource } from "~/ui/urls/image-url";
import { byline } from "./byline";
import type { Discussion } from "./engagement.server";

const commentNode = ({ name, text, createdAt }: PublicComment): JsonLdNode => ({
  "@type": "Comment",
  text,
  dateCreated: createdAt.toISOString(),
  author: { "@type": "Person", name },
});

/**
 * Structured data of an article, for search engines.
 *
 * @param comments those that the page shows; null where the site has none
 */
export function postStructuredData(
  post: Omit<NonNullable<PostQueryResult>, "content">,
  comments: Discussion | null,
  { site, origin, images }: { site: SiteSettingsQueryResult; origin: string; images: ImageSource },
): JsonLdNode {
  const { name, role } = byline(post.author?.name ?? null, post.author?.role ?? null);
  const url = `${origin}/blog/${post.slug}`;
  return {
    "@type": "BlogPosting",
    headline: post.title,
    description: post.excerpt,
    image: previewImageUrl(images, post.image, origin),
    datePublished: post.date,
    dateModified: post._updatedAt,
    wordCount: post.wordCount,
    keywords: post.tags,
    articleSection: post.category?.title,
    author: name && { "@type": "Person", name, jobTitle: role },
    publisher: {
      "@type": "Organization",
      "@id": `${origin}/#organization`,
      name: site?.brandName,
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
    },
    mainEntityOfPage: url,
    url,
    ...(comments && {
      commentCount: comments.total,
      comment: comments.threads.map(({ replies, ...thread }) => ({
        ...commentNode(thread),
        ...(replies.length > 0 && { comment: replies.map(commentNode) }),
      })),
    }),
  };
}
