import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@sanity/client";
import { z } from "zod";

const link = z.object({ SANITY_API_HOST: z.url(), LAKE_PROXY_TOKEN: z.string() });

/** Sanity's own client on the embedded lake itself, past the site, with an editor's rights. */
export async function openBackendLake(dataDirectory: string) {
  const text = await readFile(join(dataDirectory, "run", "backend.json"), "utf8");
  const { SANITY_API_HOST, LAKE_PROXY_TOKEN } = link.parse(JSON.parse(text));
  const editor = { id: "editor", name: "Edda Editor", email: "edda@mail.example", role: "editor" };
  return createClient({
    projectId: "local",
    dataset: "production",
    apiHost: SANITY_API_HOST,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
    perspective: "raw",
    token: LAKE_PROXY_TOKEN,
    headers: { "X-Lake-Identity": Buffer.from(JSON.stringify(editor)).toString("base64url") },
  });
}
