/** One part of a text that an edit replaced. */
interface Replaced {
  start: number;
  end: number;
  by: string;
}

/**
 * A text that two edits have changed in different places, with both changes. Two insertions in the
 * same place follow each other, those of `later` behind.
 *
 * @returns null where they changed the same words, and for what is no prose: half of one date or
 *   URL and half of another would be neither
 */
export function mergeTexts(base: string, earlier: string, later: string): string | null {
  if (!base.trim().includes(" ")) return null;
  const [one, other] = [replaced(base, earlier), replaced(base, later)];
  const [first, second] = one.start <= other.start ? [one, other] : [other, one];
  const isInsertion = ({ start, end }: Replaced) => start === end;
  const isSamePlace = isInsertion(one) && isInsertion(other) && one.start === other.start;
  // What touches is the same word more often than not.
  if (!isSamePlace && first.end >= second.start) return null;
  return (
    base.slice(0, first.start) +
    first.by +
    base.slice(first.end, second.start) +
    second.by +
    base.slice(second.end)
  );
}

/** From the first character that differs to the last. */
function replaced(base: string, edited: string): Replaced {
  const max = Math.min(base.length, edited.length);
  let start = 0;
  while (start < max && base[start] === edited[start]) start += 1;
  let same = 0;
  while (same < max - start && base.at(-1 - same) === edited.at(-1 - same)) same += 1;
  return { start, end: base.length - same, by: edited.slice(start, edited.length - same) };
}
