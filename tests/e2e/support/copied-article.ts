import type { SanityClient } from "@sanity/client";

/** A copy of an article that can be published. */
export async function copyArticle(lake: SanityClient, id: string) {
  const article = await lake.fetch<{ _id: string; _type: string }>(
    '*[_type == "post" && defined(image)][0]',
  );
  const slug = { _type: "slug", current: id };
  await lake.create({ ...article, _id: `drafts.${id}`, title: id, slug, tags: ["one"] });
}
