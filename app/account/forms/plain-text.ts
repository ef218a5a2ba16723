// Controls, half characters and marks that turn the direction of writing: a name with them looks like another one.
const unfit = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028-\u202e\u2066-\u2069\u200e\u200f\ufeff]/u;

/** Whether a text is one line that disguises nothing, and that Postgres can hold. */
export const isPlain = (text: string): boolean => !unfit.test(text);

/** Whether there is something to see of a text. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
