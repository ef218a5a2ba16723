import type { SanityClient } from "@sanity/client";

/** What LexoRank begins with: a list without a rank yet made the plugin complain of its value in the console. */
const firstRank = "0|000000:";

/** How long one answer serves the questions about the other types: one after the other, they come within moments. */
const momentMs = 1_000;

type Ranks = Partial<Record<string, string | null>>;

/**
 * Asks for the last place in the list of each ordered type. The Studio wants all of them when it opens, one after the
 * other, to know what may be created: that was a request for each type.
 *
 * @param types names of the document types
 * @returns gives the rank of the last document of a type. Asked again about a type, it asks the lake again: two documents
 * made in the same moment must not get the same place.
 */
export function shareLastRanks(types: readonly string[]) {
  const last = (type: string) =>
    `${JSON.stringify(type)}: *[_type == ${JSON.stringify(type)}] | order(orderRank desc)[0].orderRank`;
  const query = `{ ${types.map(last).join(", ")} }`;
  let asked = { ranks: Promise.resolve<Ranks>({}), unused: new Set<string>(), at: 0 };

  return async (client: Pick<SanityClient, "fetch">, type: string) => {
    if (!asked.unused.has(type) || Date.now() - asked.at > momentMs) {
      const ranks = client.fetch<Ranks>(query, {}, { tag: "desk.last-ranks" });
      asked = { ranks, unused: new Set(types), at: Date.now() };
    }
    asked.unused.delete(type);
    return (await asked.ranks)[type] ?? firstRank;
  };
}
