/** Material of a password guesser. */
export interface GuessingMaterial {
  /** Ranks of common passwords, in lower case. */
  ranks: ReadonlyMap<string, number>;
  /** Words related to the user or the site, in their plain form. */
  ownWords: ReadonlySet<string>;
}

/* The cost of a part of a password is the decimal logarithm of how many guesses find it. */
const ownWordCost = 0.5;
const yearCost = 2;
const runCost = 1.5;
const asciiCharacterCost = 1;
const letterCost = Math.log10(26);
const rareCharacterCost = 1.5;
const substitutionCost = 0.3;

const minWordLength = 3;
/** Maximum length of the list's entries, and of runs. */
const maxCommonLength = 20;
/**
 * Maximum length of a password. Its compatible form (NFKC) may be longer: one character expands to
 * up to eighteen.
 */
const maxTextLength = 72;

/** Runs along the keys: rows and columns of common keyboards. */
const keyboard = [
  ..."`1234567890-= qwertyuiop[]\\ asdfghjkl;' zxcvbnm,./ qwertzuiopü yxcvbnm azertyuiop qsdfghjklm wxcvbn".split(
    " ",
  ),
  ..."1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/ 1q2w3e4r5t6y7u8i9o0p qazwsxedcrfvtgbyhnujmikolp !@#$%^&*()".split(
    " ",
  ),
]
  .flatMap((row) => [row, [...row].toReversed().join("")])
  .join("\n");

/** Letters that users write as digits and symbols. A 1 and a ! are read as both i and l. */
// prettier-ignore
const substitutions: Record<string, string> = {
  "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g",
  "@": "a", $: "s", "€": "e", "+": "t", "(": "c",
};

/**
 * In lower case, without accents, and each character in its plain form: a part of a password, or
 * what it is compared with.
 */
export const plainForm = (text: string) =>
  text
    // Normalizing takes time that grows with the square of a run of accents.
    .slice(0, maxTextLength)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .slice(0, maxTextLength);

/**
 * Estimates, as a decimal logarithm, how many guesses find a password when common passwords, the
 * user's own words, years, runs along keyboard, alphabet and digits, and repetitions are tried
 * first.
 */
export function guessesLog10(password: string, material: GuessingMaterial): number {
  const text = plainForm(password);
  const whole = cheapestCover(text, material);
  const group = repeatedGroup(text);
  if (group === null) return whole;
  const repeated = cheapestCover(group, material) + Math.log10(text.length / group.length);
  return Math.min(whole, repeated);
}

/**
 * The shortest group that the text repeats, with the remainder at the end; null when there is none.
 */
function repeatedGroup(text: string): string | null {
  for (let length = 1; length <= text.length / 2; length++) {
    if (text.slice(length) === text.slice(0, -length)) return text.slice(0, length);
  }
  return null;
}

/** The minimum total cost of covering the text with parts. */
function cheapestCover(text: string, material: GuessingMaterial): number {
  const disguised = [...new Set([readAs(text, "i"), readAs(text, "l")])].filter(
    (each) => each !== text,
  );
  const maxPartLength = Math.max(
    maxCommonLength,
    ...[...material.ownWords].map(({ length }) => length),
  );
  const costs = [0];
  for (let end = 1; end <= text.length; end++) {
    let least = (costs[end - 1] ?? 0) + characterCost(text.charAt(end - 1));
    for (let start = Math.max(0, end - maxPartLength); start <= end - minWordLength; start++) {
      const before = costs[start] ?? 0;
      // Nothing costs less than one of the user's own words.
      if (before + ownWordCost >= least) continue;
      const part = text.slice(start, end);
      least = Math.min(least, before + Math.min(wordCost(part, material), patternCost(part)));
      for (const reading of disguised) {
        const word = wordCost(reading.slice(start, end), material);
        least = Math.min(least, before + word + substitutionCost);
      }
    }
    costs.push(least);
  }
  return costs.at(-1) ?? 0;
}

function readAs(text: string, one: "i" | "l"): string {
  return text.replace(/[^a-z]/g, (sign) =>
    /[1!|]/.test(sign) ? one : (substitutions[sign] ?? sign),
  );
}

function characterCost(character: string): number {
  if (/[a-z]/.test(character)) return letterCost;
  return /[ -~]/.test(character) ? asciiCharacterCost : rareCharacterCost;
}

function wordCost(part: string, { ranks, ownWords }: GuessingMaterial): number {
  if (ownWords.has(part)) return ownWordCost;
  const rank = ranks.get(part);
  return rank === undefined ? Infinity : Math.log10(rank + 1);
}

function patternCost(part: string): number {
  if (keyboard.includes(part) || isSequence(part)) return runCost;
  return /^(?:19|20)\d\d$/.test(part) ? yearCost : Infinity;
}

/**
 * Whether each character follows the one before in the alphabet or in digits, all up or all down.
 */
function isSequence(part: string): boolean {
  const step = part.charCodeAt(1) - part.charCodeAt(0);
  if (Math.abs(step) !== 1) return false;
  for (let index = 2; index < part.length; index++) {
    if (part.charCodeAt(index) - part.charCodeAt(index - 1) !== step) return false;
  }
  return true;
}
