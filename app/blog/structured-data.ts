import type { PostQueryResult, SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";
import { previewImageUrl, type ImageSource } from "~/ui/urls/image-url";
import { byline } from "./byline";

/** Structured data of an article, for search engines. */
export function postStructuredData(
  post: Omit<NonNullable<PostQueryResult>, "content">,
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
  };
}
