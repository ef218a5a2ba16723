/** Parameters that campaigns append and no page reads: they must neither fill the cache nor miss it. */
const names = /^(utm_[a-z]+|gclid|fbclid|msclkid|mc_cid|mc_eid)$/;

export const isCampaignParameter = (name: string) => names.test(name);

/**
 * Where a redirect leads, with the campaign parameters of the address that was asked for: a visitor who came by a mail
 * is counted as such on the page where they arrive. Other sites are told nothing.
 *
 * @param location of the redirect
 * @param asked the address that was asked for, from its slash on
 */
export function withCampaign(location: string, asked: string): string {
  const question = asked.indexOf("?");
  if (question < 0 || !/^\/(?![/\\])/.test(location)) return location;
  const target = new URL(location, "http://host");
  const before = target.searchParams.size;
  for (const [name, value] of new URLSearchParams(asked.slice(question))) {
    if (isCampaignParameter(name) && !target.searchParams.has(name))
      target.searchParams.append(name, value);
  }
  if (target.searchParams.size === before) return location;
  return target.pathname + target.search + target.hash;
}
