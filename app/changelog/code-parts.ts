/**
 * A piece of a sentence; code is what a caller would type: a path of the API, or a name with
 * underscores.
 */
export interface TextPart {
  text: string;
  code: boolean;
}

const code = /(\/v\d+(?:\/[\w-]+)+|\b[a-z]+(?:_[a-z]+)+\b)/;

/** Parts of one sentence: a text of 850 made a page of 25 MB, which took six seconds to render. */
const maxParts = 15;

/** Cuts a sentence at the code in it, which editors write as plain text. */
export function codeParts(sentence: string): TextPart[] {
  const parts = sentence.split(code);
  const rest = parts.splice(maxParts).join("");
  const cut = parts.map((text, index) => ({ text, code: index % 2 === 1 }));
  return [...cut, { text: rest, code: false }].filter(({ text }) => text);
}
