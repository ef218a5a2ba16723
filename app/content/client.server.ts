import { createClient, type ClientReturn, type QueryParams } from "@sanity/client";
import { environment } from "~/environment.server";
import { serviceAway } from "~/shell/service-away.server";

const client = createClient({
  projectId: environment.SANITY_PROJECT_ID,
  dataset: environment.SANITY_DATASET,
  token: environment.SANITY_API_TOKEN,
  apiVersion: "2025-02-19",
  perspective: "published",
  useCdn: false,
  timeout: 10_000,
  maxRetries: 1,
  ...(environment.SANITY_API_HOST && {
    apiHost: environment.SANITY_API_HOST,
    useProjectHostname: false,
  }),
});

/**
 * Asks the lake for published content.
 *
 * @param query a `defineQuery` of app/content; its result type is generated from the schemas.
 * @throws a 503 Response when the lake cannot be reached or has an error of its own.
 */
export async function readContent<const Query extends string>(
  query: Query,
  parameters: QueryParams = {},
): Promise<ClientReturn<Query>> {
  try {
    return await client.fetch(query, parameters, { filterResponse: true });
  } catch (error) {
    // A refused query (4xx) is our own mistake and must show as one; everything else is the lake being away.
    if (error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500)
      throw error;
    throw serviceAway("lake", error);
  }
}
