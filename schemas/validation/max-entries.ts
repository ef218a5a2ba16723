/** How many paragraphs and blocks of one text, or entries of one list, pages show. */
export const maxEntries = 500;
