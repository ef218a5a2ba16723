// Controls, lone surrogates and marks that change the direction of writing: a name with them looks
// like another one.
const unfit = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028-\u202e\u2066-\u2069\u200e\u200f\ufeff]/u;

/** Whether a text is one line without disguised characters, and Postgres can store it. */
export const isPlain = (text: string): boolean => !unfit.test(text);

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
