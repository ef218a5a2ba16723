/**
 * Characters that end a host or a path for some URL parser: a single wildcard never matches one of
 * these.
 */
const ends = "/?#\\\\%@";

/** Maximum alternatives of one glob, so that nested braces stay cheap. */
const maxAlternatives = 100;

/**
 * Whether a URL is covered by a glob of the redirect allow-list, in the syntax of the hosted
 * service: `*` any characters but separators (`.` and `/`), `**` any characters, `?` one character
 * that is not a separator, `{a,b}`, `[ab]`, `[!ab]`. Scheme, host and path are compared separately,
 * each as normalized by the URL parser, because that is what browsers follow: in the text of
 * `https://evil%2eexample\.platen.example/` the host ends elsewhere than it seems.
 */
export function matchesGlob(glob: string, url: URL): boolean {
  return alternatives(glob).some((each) => {
    const [, scheme, host = "", path] =
      /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)?$/i.exec(each) ?? [];
    const isWeb = url.protocol === "http:" || url.protocol === "https:";
    // Schemes of apps have no host: `platen://open`.
    if (scheme === undefined || !isWeb) return expression(each, `[^]*`).test(withoutFragment(url));
    if (`${scheme.toLowerCase()}:` !== url.protocol) return false;
    if (!expression(host.toLowerCase(), `[^:${ends}]*`).test(url.host)) return false;
    const open = path === undefined && host.endsWith("**");
    return open || expression(path ?? "/", "[^]*").test(url.pathname + url.search);
  });
}

const withoutFragment = ({ href }: URL) => href.split("#", 1)[0] ?? "";

/** Expands a glob with braces into several. */
function alternatives(glob: string): string[] {
  let done: string[] = [glob];
  for (;;) {
    const next = done.flatMap((each) => {
      const [braces, inner = ""] = /\{([^{}]*)\}/.exec(each) ?? [];
      if (braces === undefined) return [each];
      return inner.split(",").map((one) => each.replace(braces, () => one));
    });
    if (next.length === done.length && next.every((each, index) => each === done[index]))
      return done;
    if (next.length > maxAlternatives) return [];
    done = next;
  }
}

/** @param anything what `**` matches */
function expression(glob: string, anything: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|\[!?[^\]]+\]|[\\^$.|+()[\]{}]/g, (token) => {
    if (token === "**") return anything;
    if (token === "*") return `[^.:${ends}]*`;
    if (token === "?") return `[^.:${ends}]`;
    if (token.length === 1) return `\\${token}`;
    const inner = token.slice(1, -1).replace(/[\\^\]]/g, "\\$&");
    return inner.startsWith("!") ? `[^${inner.slice(1)}${ends}]` : `[${inner}]`;
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    // A class such as [z-a]: it matches nothing.
    return /(?!)/;
  }
}
