/** The query for all documents of the lake, drafts and assets included, without what Sanity keeps for itself. */
export const everyDocument = `*[!(_id in path("_.**")) && !(_type match "system.**")]`;
