/** Browsers and mail programs follow no longer ones reliably. */
const maxLength = 2_000;

/** Of a host's name (RFC 1035), and of an email address. */
const maxHostLength = 253;

/** What the URL standard reads as the host: tabs, line ends and further slashes are skipped. */
const host = /^[^/\\?#:]*:?[/\\\t\n\r]*([^/\\?#]*)/;

/**
 * Parses a URL that is content, in a bounded time: `new URL` takes time that grows with the square
 * of a host's length where that is not ASCII (Punycode, RFC 3492). A link of 19,000 Chinese
 * characters took a second each time, and a feed has hundreds of links.
 *
 * @returns null for what is no URL, or one that no browser needs to follow
 */
export function parseUrl(text: string, base?: string): URL | null {
  if (text.length > maxLength) return null;
  const [, name = ""] = host.exec(text) ?? [];
  if (name.length > maxHostLength && !/^[\x20-\x7e]*$/.test(text)) return null;
  return URL.canParse(text, base) ? new URL(text, base) : null;
}
