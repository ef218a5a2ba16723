import type { LoaderFunctionArgs } from "@remix-run/node";
import { readFeed } from "~/feeds/read-feed.server";
import { atom } from "~/feeds/atom";
import { jsonFeed } from "~/feeds/json-feed";
import { rss } from "~/feeds/rss";
import { xmlResponse } from "~/seo/xml";

/** The feeds of blog, changelog and openings, each format at its own path. */
export async function loader({ request }: LoaderFunctionArgs) {
  const found = await readFeed(new URL(request.url).pathname);
  if (!found) throw new Response(null, { status: 404 });
  switch (found.format) {
    case "atom":
      return xmlResponse(atom(found.feed), "application/atom+xml");
    case "rss":
      return xmlResponse(rss(found.feed), "application/rss+xml");
    case "json":
      return Response.json(jsonFeed(found.feed), {
        headers: { "Content-Type": "application/feed+json; charset=utf-8" },
      });
  }
}
