import { parametersOf } from "./declared-parameters";

/**
 * Parameters that campaigns append and no page reads: they must neither fill the cache nor cause
 * misses.
 */
const names = /^(utm_[a-z]+|gclid|fbclid|msclkid|mc_cid|mc_eid)$/;

/** Whether a query parameter is one that campaigns append. */
export const isCampaignParameter = (name: string) => names.test(name);

/**
 * The target of a redirect, with the campaign parameters of the requested URL: a visitor who came
 * from a mail is counted as such on the page where they arrive. Other sites receive none.
 *
 * @param location of the redirect
 * @param requestUrl the requested URL, from its slash on
 */
export const withCampaign = (location: string, requestUrl: string): string =>
  withParameters(location, requestUrl, isCampaignParameter);

/**
 * Like {@link withCampaign}, with all parameters of the requested URL, unless the redirect has
 * parameters of its own: the key of a public page leaves out what its route does not read, and the
 * redirect's target may read it. A redirect to the same path has left out on purpose what its
 * route reads: an article with a made-up `?reply=` was redirected to itself without end.
 */
export const withSearch = (location: string, requestUrl: string): string =>
  location.includes("?")
    ? withCampaign(location, requestUrl)
    : withParameters(location, requestUrl, (name) => !leftOut(location, requestUrl).includes(name));

function leftOut(location: string, requestUrl: string): readonly string[] {
  const [path = ""] = requestUrl.split("?", 1);
  return location === path ? (parametersOf(path)?.inKey ?? []) : [];
}

function withParameters(
  location: string,
  requestUrl: string,
  isCarried: (name: string) => boolean,
): string {
  const searchStart = requestUrl.indexOf("?");
  if (searchStart < 0 || !/^\/(?![/\\])/.test(location)) return location;
  const target = new URL(location, "http://host");
  const own = new Set(target.searchParams.keys());
  const carried = [...new URLSearchParams(requestUrl.slice(searchStart))].filter(
    ([name]) => isCarried(name) && !own.has(name),
  );
  if (carried.length === 0) return location;
  for (const [name, value] of carried) target.searchParams.append(name, value);
  return target.pathname + target.search + target.hash;
}
