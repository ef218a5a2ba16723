import type { PageCache } from "../cache/page-cache";
import type { LoadShedder } from "../limits/load-shedding";
import type { RateLimits } from "../limits/rate-limits";
import type { SiteMetrics } from "../observe/metrics";
import type { Stage } from "../request-context";
import type { OgImages } from "./og-images";

interface OgImageParts {
  ogImages: OgImages;
  pages: PageCache;
  loadShedder: LoadShedder;
  metrics: Pick<SiteMetrics, "limited" | "shed">;
  takePage: RateLimits["takePage"];
}

/**
 * The pictures of link previews, at /og/. Pictures may be requested far more often than pages are
 * rendered: one whose page must be rendered first counts as that page, in its limits and its slots.
 */
export function createOgImageStage(parts: OgImageParts): Stage {
  const { ogImages, pages, loadShedder, metrics } = parts;

  return async (context) => {
    const { request, response, url, network, clientIp, account } = context;
    if (!url.pathname.startsWith("/og/")) return null;
    // Not the not-found page, which would be rendered.
    const refuse = () => context.refuse(404, "There is no picture at this URL.");
    const path = ogImages.pageOf(url);
    if (path === null) return refuse();
    const isKnown = pages.knows(path);
    if (!isKnown) {
      const limited = await parts.takePage({ clientIp, account });
      if (limited) {
        metrics.limited(limited.name);
        return context.refuseFor(limited.wait);
      }
      if (loadShedder.isFullFor(network)) {
        metrics.shed();
        const sentence = "Too many visitors right now. Try again soon.";
        return context.refuse(503, sentence, { "Retry-After": "2" });
      }
    }
    const read = () => pages.page(path, network);
    const page = await (isKnown ? read() : loadShedder.during(read, network));
    const send = () => ogImages.send(request, response, url, page);
    return (await context.tryToRespond("api", send)) ?? refuse();
  };
}
