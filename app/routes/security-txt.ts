import { readContent } from "~/content/reading/read.server";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { environment } from "@domain/environment.server";

const dayMilliseconds = 86_400_000;

/** RFC 9116 recommends less than a year, so that an unmaintained file expires by itself. */
const lifetimeDays = 180;

/**
 * Where to report a vulnerability: https://www.rfc-editor.org/rfc/rfc9116. The contact is the
 * support email address of the site settings; without one there is no file.
 */
export async function loader() {
  const settings = await readContent(siteSettingsQuery);
  const address = settings?.emails?.support ?? settings?.emails?.general;
  if (!address) return new Response("No address for reports is set.\n", { status: 404 });
  const { origin } = new URL(environment.SITE_URL);
  const expires = new Date(Date.now() + lifetimeDays * dayMilliseconds).toISOString();
  const lines = [
    `Contact: mailto:${address}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      // Cached for a day: its date must not stay that of the first visit.
      "Cache-Control": "public, max-age=86400",
    },
  });
}
