/**
 * A shell command as its words: quotes and backslashes removed, lines joined. Variables stay as
 * they are written. Adjacent pieces are one word, as in the shell: 'it'"'"'s' is it's.
 */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  const joined = command.replace(/\\\r?\n/g, " ");
  const word = /(?:"(?:\\[\s\S]|[^"\\])*"|'[^']*'|\\[\s\S]|[^\s"'\\])+/g;
  const piece = /"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|\\([\s\S])|[^\s"'\\]+/g;
  for (const [text] of joined.matchAll(word)) {
    words.push(
      text.replace(piece, (plain: string, double?: string, single?: string, escaped?: string) => {
        // Inside double quotes a backslash only escapes characters that would end them or start an
        // expansion.
        if (double !== undefined) return double.replace(/\\(["\\$`])/g, "$1");
        return single ?? escaped ?? plain;
      }),
    );
  }
  return words;
}
