/**
 * Parts of the home page that have their own page as well: signed-in users never see the home
 * page.
 */
const partPages = {
  "/pricing": {
    title: "Pricing",
    anchors: ["pricing", "features-table"],
    sections: ["homePricing", "homeFeaturesTable"],
  },
  "/features": { title: "Features", anchors: ["features"], sections: ["homeFeatures"] },
  "/faq": { title: "FAQ", anchors: ["faq"], sections: ["homeFaq"] },
};

/**
 * The paths of these pages; none whose sections an editor has removed from the home page.
 *
 * @param sections the types of the home page's sections
 */
export const partPaths = (sections: readonly string[]): string[] =>
  Object.entries(partPages)
    .filter(([, part]) => part.sections.some((type) => sections.includes(type)))
    .map(([path]) => path);

/** What the page at this path shows; undefined when it is none of these pages. */
export function partPageAt(path: string) {
  return Object.entries(partPages).find(([its]) => its === path)?.[1];
}

/** The same part on its own page, for a link to one of the home page's; any other link as it is. */
export function awayFromHome(href: string): string {
  const anchor = /^\/#(.+)$/.exec(href)?.[1];
  const own = Object.entries(partPages).find(([, { anchors }]) =>
    anchors.some((its) => its === anchor),
  );
  return own ? `${own[0]}#${anchor}` : href;
}
