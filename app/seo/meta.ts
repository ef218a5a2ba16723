import type { MetaDescriptor } from "@remix-run/node";
import type { RootData } from "~/document/root-data";
import { ogImageUrl, pictureSize } from "~/seo/open-graph/og-image-url";
import { twinPath } from "~/seo/twin-path";
import { previewImageUrl, type LakeImage } from "~/ui/urls/image-url";

interface PageMeta {
  /** The `matches` that Remix passes to `meta`, including the root's data. */
  matches: readonly ({ id: string; data?: unknown } | undefined)[];
  /** The page's title without the brand; the home page has none, and shows brand and tagline. */
  title?: string | null;
  /** Falls back on the description of the site settings. */
  description?: string | null;
  /**
   * The page's own path, without parameters that only filter: the canonical one for search engines.
   */
  path: string;
  /**
   * The picture for link previews. Falls back on that of the site settings, and then to a drawn
   * one.
   */
  image?: LakeImage | null;
  type?: "website" | "article";
  /** False excludes it from search engines. */
  index?: boolean;
  /** Whether the page has a Markdown twin: all have one that consist of content. */
  hasTwin?: boolean;
}

/** Title, description, canonical URL and link previews of a page: all that its head needs. */
export function pageMeta({
  matches,
  title,
  description,
  path,
  image,
  type = "website",
  index = true,
  hasTwin = index,
}: PageMeta): MetaDescriptor[] {
  const root = rootData(matches);
  const { brandName, tagline, seo } = root?.site ?? {};
  const heading = title || tagline;
  const named = brandName && !heading?.includes(brandName) ? brandName : null;
  const fullTitle = [heading, named].filter(Boolean).join(" · ");
  const text = description || seo?.description;
  const own = image?.asset ? image : seo?.image;
  const picture = root && previewImageUrl(root.images, own, root.origin);
  const words = { title: heading || fullTitle, description: text ?? "", brand: brandName ?? "" };
  // A link to a page that is not indexed is shared by hand, among users who know what it is.
  const drawn =
    root && index ? root.origin + ogImageUrl(path, root.pictureSignature, words) : undefined;
  const shown = picture ?? drawn;
  const canonical = `${root?.origin ?? ""}${path}`;
  return [
    { title: fullTitle },
    ...(text ? [{ name: "description", content: text }] : []),
    index
      ? { tagName: "link", rel: "canonical", href: canonical }
      : { name: "robots", content: "noindex" },
    ...(hasTwin && !path.includes("?")
      ? [{ tagName: "link", rel: "alternate", type: "text/markdown", href: twinPath(path) }]
      : []),
    { property: "og:type", content: type },
    { property: "og:title", content: heading || fullTitle },
    ...(text ? [{ property: "og:description", content: text }] : []),
    ...(index ? [{ property: "og:url", content: canonical }] : []),
    ...(brandName ? [{ property: "og:site_name", content: brandName }] : []),
    ...(shown
      ? [
          { property: "og:image", content: shown },
          { property: "og:image:width", content: String(pictureSize.width) },
          { property: "og:image:height", content: String(pictureSize.height) },
          { property: "og:image:alt", content: (picture && own?.alt) || fullTitle },
        ]
      : []),
    { name: "twitter:card", content: shown ? "summary_large_image" : "summary" },
    { name: "twitter:title", content: heading || fullTitle },
    ...(text ? [{ name: "twitter:description", content: text }] : []),
    ...(shown ? [{ name: "twitter:image", content: shown }] : []),
  ];
}

/**
 * The root's data among the matches. None when the root itself failed: then the page has only its
 * title.
 */
function rootData(matches: PageMeta["matches"]): RootData | undefined {
  const data = matches.find((match) => match?.id === "root")?.data;
  return isRootData(data) ? data : undefined;
}

function isRootData(data: unknown): data is RootData {
  return typeof data === "object" && data !== null && "origin" in data && "images" in data;
}
