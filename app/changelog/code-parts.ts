/**
 * A piece of a sentence; code is what a caller would type: a path of the API, or a name with
 * underscores.
 */
export interface TextPart {
  text: string;
  code: boolean;
}

const code = /(\/v\d+(?:\/[\w-]+)+|\b[a-z]+(?:_[a-z]+)+\b)/;

/** Cuts a sentence at the code in it, which editors write as plain text. */
export function codeParts(sentence: string): TextPart[] {
  return sentence
    .split(code)
    .map((text, index) => ({ text, code: index % 2 === 1 }))
    .filter(({ text }) => text);
}
