import type { MetaDescriptor } from "@remix-run/node";
import type { LakeImage } from "~/ui/image-url";
import { pageMeta } from "./meta";

/** The `seo` of a document as the queries answer it (`seoFields`). */
export interface DocumentSeo {
  title: string | null;
  description: string | null;
  noIndex: boolean | null;
  image: LakeImage | null;
}

interface DocumentMeta {
  matches: Parameters<typeof pageMeta>[0]["matches"];
  /** What the editor wrote for search engines; wins over title, description and image. */
  seo: DocumentSeo | null | undefined;
  title: string;
  description?: string | null;
  image?: LakeImage | null;
  path: string;
  /** Whether search engines may show the page, as far as the editor lets them. */
  index?: boolean;
}

/** The head of a page that shows one document: what its editor wrote for search engines, or its own words. */
export function documentMeta({
  matches,
  seo,
  title,
  description,
  image,
  path,
  index = true,
}: DocumentMeta): MetaDescriptor[] {
  return pageMeta({
    matches,
    title: seo?.title || title,
    description: seo?.description || description,
    image: seo?.image?.asset ? seo.image : image,
    path,
    index: index && seo?.noIndex !== true,
  });
}
