// Controls, lone surrogates, marks that change the direction of writing, and all that is drawn as
// nothing, even where Unicode calls it a letter (U+3164) or a symbol (U+2800): a name with them
// looks like another one, or empty.
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The scripts in which a joiner between two letters changes how they are written. */
const joining =
  "[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}" +
  "\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}" +
  "\\p{scx=Khmr}\\p{scx=Mymr}]";

/**
 * What is drawn as nothing where it is needed, in the order in which it is taken away. Without
 * lookbehind, which older browsers take for an error of the whole script.
 */
const needed = [
  new RegExp(`(${joining})[\\u200c\\u200d](?=${joining})`, "gu"),
  /(\p{Extended_Pictographic})[\ufe0e\ufe0f]/gu,
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d(?=\p{Extended_Pictographic})/gu,
];

/** Whether a text is one line without disguised characters, and Postgres can store it. */
export const isPlain = (text: string): boolean =>
  !unfit.test(needed.reduce((rest, each) => rest.replace(each, "$1"), text));

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
