import type { SanityClient } from "@sanity/client";

/** The text of each block of an article's draft: a callout's is its title. */
export const blockTexts = (lake: SanityClient, id: string) =>
  lake.fetch<string[]>(
    `*[_id == "drafts.${id}"][0].content[]{ "text": select(_type == "block" => pt::text([@]), coalesce(title, code)) }.text`,
  );
