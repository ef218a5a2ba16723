import { crawlersQuery } from "~/content/queries/site-settings";
import { readContent } from "~/content/reading/read.server";
import { environment } from "@domain/environment.server";
import { robotsText } from "~/seo/robots";

/** What crawlers may request, and whether those of AI companies may. */
export async function loader() {
  const settings = await readContent(crawlersQuery);
  const { origin } = new URL(environment.SITE_URL);
  return new Response(robotsText({ allowsAi: settings?.allowsAi ?? true, origin }), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
