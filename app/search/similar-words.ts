/** Longer words than those of the index are not compared. */
const maxLength = 40;

/** Three rows of the table of distances, used again for each pair of words. */
const rows = [0, 1, 2].map(() => new Uint8Array(maxLength + 1));

/**
 * How many letters of a word are wrong, missing, added, or swapped with the next one, to make it
 * another (optimal string alignment).
 *
 * @param max no more than this many are counted
 * @returns more than `max`, when there are more
 */
export function wrongLetters(word: string, other: string, max: number): number {
  const [width, height] = [other.length, word.length];
  if (Math.abs(width - height) > max || width > maxLength || height > maxLength) return max + 1;
  let [before = rows[0], last = rows[1], row = rows[2]] = rows;
  if (!before || !last || !row) return max + 1;
  for (let x = 0; x <= width; x += 1) last[x] = x;
  let leastBefore = 0;
  for (let y = 1; y <= height; y += 1) {
    row[0] = y;
    let least = y;
    for (let x = 1; x <= width; x += 1) {
      const isSame = word[y - 1] === other[x - 1];
      let count = Math.min(
        (last[x - 1] ?? 0) + Number(!isSame),
        (last[x] ?? 0) + 1,
        (row[x - 1] ?? 0) + 1,
      );
      const isSwapped =
        x > 1 && y > 1 && word[y - 1] === other[x - 2] && word[y - 2] === other[x - 1];
      if (isSwapped) count = Math.min(count, (before[x - 2] ?? 0) + 1);
      row[x] = count;
      least = Math.min(least, count);
    }
    if (least > max && leastBefore > max) return max + 1;
    leastBefore = least;
    [before, last, row] = [last, row, before];
  }
  return last[width] ?? max + 1;
}
