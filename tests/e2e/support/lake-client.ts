import type { Page } from "@playwright/test";
import { createClient } from "@sanity/client";

/**
 * Sanity's own client, on the lake behind the site, with the session of the user who is signed in
 * in this browser.
 */
export async function openLakeClient(page: Page, site: string) {
  const cookies = await page.context().cookies(site);
  return createClient({
    projectId: "local",
    dataset: "production",
    apiHost: `${site}/lake`,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
    perspective: "raw",
    headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
  });
}
