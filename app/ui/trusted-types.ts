/**
 * The part of Trusted Types that we use. What its policies make is typed as the strings that it
 * stands for: the DOM's types know no others.
 */
interface TrustedTypes {
  createPolicy<Rules extends Partial<Record<"createHTML" | "createScriptURL", Rule>>>(
    name: string,
    rules: Rules,
  ): { [name in keyof Rules]: (text: string) => string };
}

/** Null refuses. */
type Rule = (text: string) => string | null;

declare global {
  interface Window {
    /** Missing in browsers that take any string for markup. */
    trustedTypes?: TrustedTypes;
    __zod_globalConfig?: { jitless: boolean };
  }
}

const browser = typeof window === "undefined" ? undefined : window.trustedTypes;

// The Content-Security-Policy names both.
const site = browser?.createPolicy("site", {
  createHTML: (html) => html,
  createScriptURL: (url) => url,
});

// React creates a script element from markup, and Remix fills its own with text, when a page has to
// be rendered again in the browser: without this such a page would stay white. Markup with any
// other element is refused.
browser?.createPolicy("default", {
  createHTML: (html) => (html === "<script></script>" || !html.includes("<") ? html : null),
});

// zod tests whether it may create functions from text, at the first schema. It may not, and
// browsers report the attempt. Set by name instead of `z.config()`, because most pages load no zod.
if (typeof window !== "undefined") window.__zod_globalConfig = { jitless: true };

/**
 * Allows markup into the page. Only for markup that our server has made and escaped: browsers
 * refuse all other markup from scripts. Call it once for each text, because React writes again what
 * is not the same object.
 */
export const trustedHtml = (html: string): string => site?.createHTML(html) ?? html;

/**
 * Allows a script into the page, by its URL. For scripts that the site's operator has configured.
 */
export const trustedScript = (url: string): string => site?.createScriptURL(url) ?? url;
