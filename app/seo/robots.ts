import { closedToRobots } from "~/route-facts";

/**
 * Crawlers that collect texts to train AI models, by the names to which they listen. Those that
 * fetch a page for a person's question, or for a search engine's results, are not among them.
 */
const aiCrawlers = [
  ...["Amazonbot", "Applebot-Extended", "Bytespider", "CCBot", "ClaudeBot"],
  ...["cohere-training-data-crawler", "GPTBot", "Google-Extended", "meta-externalagent"],
];

/**
 * Pictures of the content are under /lake and belong to the pages. "/auth" alone would also cover
 * an editor's page "/authors".
 */
const rules = [
  "User-agent: *",
  "Allow: /lake/images/",
  ...closedToRobots.flatMap((segment) => [`Disallow: /${segment}$`, `Disallow: /${segment}/`]),
];

const noAi = [...aiCrawlers.map((name) => `User-agent: ${name}`), "Disallow: /", ""];

/** What crawlers may request, and the URL of the sitemap: RFC 9309. */
export const robotsText = ({ allowsAi, origin }: { allowsAi: boolean; origin: string }): string =>
  [...(allowsAi ? [] : noAi), ...rules, "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");
