import type { MetaDescriptor } from "@remix-run/node";

interface PageMeta {
  /** The `matches` that Remix hands to `meta`: the root's data are read from there. */
  matches: readonly ({ id: string; data?: unknown } | undefined)[];
  /** The page's title without the brand; the front page gives null and shows brand and tagline. */
  title: string | null | undefined;
  /** Falls back on the description of the site settings. */
  description?: string | null;
  /** The page's own path, without parameters that only filter: what search engines remember. */
  path: string;
  /** The address of a picture for link previews, 1200 × 630. Falls back on that of the site settings. */
  image?: string | null;
  type?: "website" | "article";
  /** False keeps search engines away. */
  index?: boolean;
}

/** Title, description, canonical address and link previews of a page: all that its head needs. */
export function pageMeta({
  matches,
  title,
  description,
  path,
  image,
  type = "website",
  index = true,
}: PageMeta): MetaDescriptor[] {
  const site = siteFacts(matches.find((match) => match?.id === "root")?.data);
  const heading = title || site.tagline;
  const fullTitle = [heading, site.brandName].filter(Boolean).join(" · ");
  const text = description || site.description;
  const picture = image || site.image;
  const address = `${site.origin}${path === "/" ? "/" : path.replace(/\/$/, "")}`;
  return [
    { title: fullTitle },
    ...(text ? [{ name: "description", content: text }] : []),
    index
      ? { tagName: "link", rel: "canonical", href: address }
      : { name: "robots", content: "noindex" },
    { property: "og:type", content: type },
    { property: "og:title", content: heading || fullTitle },
    ...(text ? [{ property: "og:description", content: text }] : []),
    { property: "og:url", content: address },
    ...(site.brandName ? [{ property: "og:site_name", content: site.brandName }] : []),
    ...(picture ? [{ property: "og:image", content: picture }] : []),
    { name: "twitter:card", content: picture ? "summary_large_image" : "summary" },
  ];
}

/**
 * What the root's data say of the site. Remix does not type `matches`, and the root itself may have failed: each
 * fact is looked for, and may be missing.
 */
function siteFacts(root: unknown) {
  const settings = property(root, "site");
  const seo = property(settings, "seo");
  return {
    origin: text(property(root, "origin")) ?? "",
    brandName: text(property(settings, "brandName")),
    tagline: text(property(settings, "tagline")),
    description: text(property(seo, "description")),
    image: text(property(root, "previewImage")),
  };
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
