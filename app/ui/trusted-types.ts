/**
 * The part of Trusted Types that we use. What its policies make is typed as the strings that it stands for: the DOM's
 * types know no others.
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
  createScriptURL: (address) => address,
});

// React makes a script element by markup, and Remix fills its own with text, when a page has to be made anew in the
// browser: without this such a page would stay white. What holds an element beside that is refused.
browser?.createPolicy("default", {
  createHTML: (html) => (html === "<script></script>" || !html.includes("<") ? html : null),
});

// zod tries whether it may make functions of text, at the first schema. It may not, and browsers report the attempt.
// Set by name instead of `z.config()`, because most pages load no zod.
if (typeof window !== "undefined") window.__zod_globalConfig = { jitless: true };

/**
 * Lets markup into the page. For what our server has made and escaped itself, and nothing else: browsers refuse all
 * other markup that scripts bring. Make it once for each text, for React writes again what is not the same object.
 */
export const trustedHtml = (html: string): string => site?.createHTML(html) ?? html;

/** Lets a script into the page, by its address. For those that whoever runs the site has named. */
export const trustedScript = (address: string): string => site?.createScriptURL(address) ?? address;
