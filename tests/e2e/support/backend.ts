import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { z } from "zod";
import { NoRealtime } from "@domain/auth-service/no-realtime.server";
import type { SharedSite } from "./test";

const variables = z.object({
  SUPABASE_URL: z.url(),
  SUPABASE_PUBLISHABLE_KEY: z.string(),
  SUPABASE_SECRET_KEY: z.string(),
  DATABASE_URL: z.string(),
});

/**
 * The URLs and keys of a site's embedded accounts: what an operator of a hosted project would get.
 */
export async function backendOf({ dataDirectory }: Pick<SharedSite, "dataDirectory">) {
  const file = join(dataDirectory, "run", "backend.json");
  return variables.parse(JSON.parse(await readFile(file, "utf8")));
}

/**
 * supabase-js's auth client of a site's accounts, bypassing the site's pages; with the secret key,
 * an administrator's.
 */
export async function authClientOf(
  site: Pick<SharedSite, "dataDirectory">,
  key: "SUPABASE_PUBLISHABLE_KEY" | "SUPABASE_SECRET_KEY" = "SUPABASE_PUBLISHABLE_KEY",
) {
  const backend = await backendOf(site);
  return createClient(backend.SUPABASE_URL, backend[key], {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoRealtime },
  }).auth;
}
