import type { MetaDescriptor } from "@remix-run/node";
import type { LakeImage } from "~/ui/urls/image-url";
import { pageMeta } from "./meta";

/** The `seo` of a document as the queries return it (`seoFields`). */
export interface DocumentSeo {
  title: string | null;
  description: string | null;
  noIndex: boolean | null;
  image: LakeImage | null;
}

interface DocumentMeta {
  matches: Parameters<typeof pageMeta>[0]["matches"];
  /** The editor's texts for search engines; they override title, description and image. */
  seo: DocumentSeo | null | undefined;
  title: string;
  description?: string | null;
  image?: LakeImage | null;
  path: string;
  /** Whether search engines may show the page, as far as the editor permits. */
  index?: boolean;
}

/**
 * The head of a page that shows one document: the editor's texts for search engines, or the
 * document's own.
 */
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
