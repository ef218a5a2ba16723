/** The id of a document's draft, by Sanity's convention. */
export const draftIdOf = (publishedId: string): string => `drafts.${publishedId}`;

export const isDraftId = (id: string): boolean => id.startsWith("drafts.");

/**
 * The id that a document and its draft share. `services/content-lake/document.ts` has its own,
 * because services import nothing outside `services`.
 */
export const publishedIdOf = (id: string): string => id.replace(/^drafts\./, "");

/** The ids of a document: published, and as a draft. */
export const versionsOf = ({ _id }: { _id: string }): string[] => [
  publishedIdOf(_id),
  draftIdOf(publishedIdOf(_id)),
];
