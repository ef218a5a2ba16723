/** Where the Markdown twin of a page is. */
export const twinPath = (path: string): string => (path === "/" ? "/index.md" : `${path}.md`);
