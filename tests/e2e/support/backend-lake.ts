import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type SanityClient, type SanityDocument } from "@sanity/client";
import { z } from "zod";

const link = z.object({ SANITY_API_HOST: z.url(), LAKE_PROXY_TOKEN: z.string() });

/**
 * Sanity's own client on the embedded lake itself, bypassing the site, with an administrator's
 * permissions.
 */
export async function openBackendLake(dataDirectory: string) {
  const text = await readFile(join(dataDirectory, "run", "backend.json"), "utf8");
  const { SANITY_API_HOST, LAKE_PROXY_TOKEN } = link.parse(JSON.parse(text));
  const administrator = {
    id: "editor",
    name: "Edda Editor",
    email: "edda@mail.example",
    role: "administrator",
  };
  return createClient({
    projectId: "local",
    dataset: "production",
    apiHost: SANITY_API_HOST,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
    perspective: "raw",
    token: LAKE_PROXY_TOKEN,
    headers: {
      "X-Lake-Identity": Buffer.from(JSON.stringify(administrator)).toString("base64url"),
    },
  });
}

/**
 * Saves every document of a lake.
 *
 * @returns what restores the lake to that state, whatever was written meanwhile
 */
export async function rememberLake(lake: SanityClient) {
  const everything = () => lake.fetch<SanityDocument[]>('*[!(_id in path("_.**"))]');
  const before = new Map((await everything()).map((document) => [document._id, document]));
  return async () => {
    const after = new Map((await everything()).map((document) => [document._id, document]));
    const transaction = lake.transaction();
    for (const id of after.keys()) if (!before.has(id)) transaction.delete(id);
    for (const [id, { _rev, ...document }] of before)
      if (after.get(id)?._rev !== _rev) transaction.createOrReplace(document);
    await transaction.commit({ visibility: "async" });
  };
}
