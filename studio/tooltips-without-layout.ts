const chunk = "@sanity/ui/dist/_chunks/portalProvider.js";
const widthWhileRendering = /(\$\[\d+\] (?:!==|=) portalElement)\?\.offsetWidth/g;

/**
 * Keeps the tooltips of Sanity's interface from reading the width of the page while React renders
 * them. Styles are inserted between one and the next, so each read computed the styles of the whole
 * page: 0.2 of the 2.1 s that opening an article takes. The width only decides whether a function
 * is created again, and its effect depends on other values.
 *
 * @throws when a new version of `@sanity/ui` has other code there
 */
export const tooltipsWithoutLayout = {
  name: "tooltips-without-layout",
  transform(code: string, id: string) {
    if (!id.endsWith(chunk)) return null;
    let replaced = 0;
    const changed = code.replace(widthWhileRendering, (_read, element: string) => {
      replaced += 1;
      return element;
    });
    if (replaced !== 2) throw new Error(`${chunk} has changed: check what its tooltips measure.`);
    return { code: changed, map: null };
  },
};
