import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import dynamicIconImports from "lucide-react/dynamicIconImports.mjs";

/**
 * The icons of the site, as one SVG file of symbols: pages point into it, so that no page carries
 * drawings that it does not show, and none of them is script.
 *
 * @param names names in the lucide set
 * @throws for a name that is not in the set
 */
export async function iconSprite(names: readonly string[]): Promise<string> {
  const symbols = await Promise.all(names.map(symbol));
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

async function symbol(name: string): Promise<string> {
  const load = Object.entries(dynamicIconImports).find(([known]) => known === name)?.[1];
  if (!load) throw new Error(`The lucide set has no icon "${name}".`);
  const { default: Icon } = await load();
  const drawing = renderToStaticMarkup(createElement(Icon)).replace(/^<svg[^>]*>|<\/svg>$/g, "");
  return `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`;
}
