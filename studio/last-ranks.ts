import type { SanityClient } from "@sanity/client";

/**
 * LexoRank's initial value: for a list without a rank the plugin logged a warning in the console.
 */
const firstRank = "0|000000:";

/**
 * How long one response serves the requests for the other types, which follow immediately.
 */
const momentMilliseconds = 1_000;

type Ranks = Partial<Record<string, string | null>>;

/**
 * Requests the last rank in the list of each ordered type. The Studio needs all of them when it
 * opens, one after the other, to know what may be created: that was a request per type.
 *
 * @param types names of the document types
 * @returns a function for the rank of the last document of a type. Called again for a type, it
 * queries the lake again: two documents created at the same time must not get the same rank.
 */
export function shareLastRanks(types: readonly string[]) {
  const last = (type: string) =>
    `${JSON.stringify(type)}: *[_type == ${JSON.stringify(type)}] | order(orderRank desc)[0].orderRank`;
  const query = `{ ${types.map(last).join(", ")} }`;
  let asked = { ranks: Promise.resolve<Ranks>({}), unused: new Set<string>(), at: 0 };

  return async (client: Pick<SanityClient, "fetch">, type: string) => {
    if (!asked.unused.has(type) || Date.now() - asked.at > momentMilliseconds) {
      const ranks = client.fetch<Ranks>(query, {}, { tag: "desk.last-ranks" });
      asked = { ranks, unused: new Set(types), at: Date.now() };
    }
    asked.unused.delete(type);
    return (await asked.ranks)[type] ?? firstRank;
  };
}
