import { onContentChange } from "~/content/reading/content-events.server";
import { isRefusal } from "~/content/reading/lake-circuit-breaker.server";
import { readUncached } from "~/content/reading/read.server";
import { searchDocumentsQuery, searchVersionsQuery } from "~/content/queries/search";
import { serviceUnavailable } from "@domain/resilience/service-unavailable.server";
import { IndexRefresh } from "./index-refresh";
import { SearchIndex, type SearchRequest, type SearchResults } from "./search-index";

const bounds = {
  documents: 10_000,
  entries: 20_000,
  characters: 20_000_000,
  entryCharacters: 20_000,
};

const index = new SearchIndex();

const refresh = new IndexRefresh(
  index,
  {
    versions: (from, to) => readUncached(searchVersionsQuery, { from, to }),
    documents: async (ids) => (await readUncached(searchDocumentsQuery, { ids })).value,
    isRefusal,
  },
  bounds,
);

// The first change is reported once the lake's events arrive: the index is built after the start,
// before anyone searches.
onContentChange((change) => refresh.note(change));

/**
 * Searches everything that visitors may find at present; never drafts, not even in a preview.
 *
 * @throws a 503 Response while the lake cannot be reached and nothing was read before.
 */
export async function searchSite(request: SearchRequest): Promise<SearchResults> {
  if (!(await refresh.isReady()))
    throw serviceUnavailable("lake", new Error("The search index has not been built."));
  return index.search(request, Date.now());
}
