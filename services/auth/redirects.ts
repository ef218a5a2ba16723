import { isIP } from "node:net";
import { isLoopback } from "./address";
import type { AuthOptions } from "./options";

type RedirectRules = Pick<AuthOptions, "siteUrl" | "redirectAllowList">;

/**
 * Where a person goes after a mailed link: the first of `wanted` that is allowed, else the site. Allowed are the
 * site's own origin (any port of it on localhost), loopback addresses, and the globs of the allow-list.
 *
 * @param wanted the `redirect_to` of the request, then its `Referer`
 */
export function chooseRedirect(
  options: RedirectRules,
  ...wanted: (string | null | undefined)[]
): string {
  return wanted.find((address) => isAllowed(options, address)) ?? options.siteUrl;
}

function isAllowed(
  { siteUrl, redirectAllowList = [] }: RedirectRules,
  address: string | null | undefined,
): address is string {
  if (!address || !URL.canParse(address)) return false;
  const target = new URL(address);
  const site = new URL(siteUrl);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  if (target.username || target.password) return false;
  if (target.protocol === site.protocol && target.hostname === site.hostname) {
    if (target.port === site.port || host === "localhost" || isLoopback(host)) return true;
  }
  const overHttp = target.protocol === "http:" || target.protocol === "https:";
  if (isIP(host)) return overHttp && isLoopback(host);
  // A script is no place to go, whatever a careless `**` would allow.
  if (["javascript:", "data:", "vbscript:", "file:", "blob:"].includes(target.protocol))
    return false;
  const [withoutFragment = ""] = address.split("#");
  return redirectAllowList.some((glob) => globPattern(glob).test(withoutFragment));
}

/** `**` is anything, `*` anything but a separator (`.` or `/`), `?` one character that is none. */
function globPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[\\^$.|+()[\]{}]/g, (sign) => {
    if (sign === "**") return ".*";
    if (sign === "*") return "[^./]*";
    if (sign === "?") return "[^./]";
    return `\\${sign}`;
  });
  return new RegExp(`^${source}$`);
}
