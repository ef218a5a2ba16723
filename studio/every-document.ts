/**
 * The query for all documents of the lake, drafts and assets included, without Sanity's system
 * documents.
 */
export const everyDocument = `*[!(_id in path("_.**")) && !(_type match "system.**")]`;
