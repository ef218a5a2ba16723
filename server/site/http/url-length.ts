/** The maximum length of a page's URL. */
export const maxPageUrlLength = 4_096;

/** Sanity's client sends queries in URLs of up to 11,264 characters, and longer ones as a POST. */
const maxLakeLength = 12_000;

/**
 * The longest of the lake's own paths name a file, with its hash and size, or two versions of a
 * document.
 */
const maxLakePath = 500;

/**
 * Sanity's client requests many documents by a path with their ids, which are already canonical.
 */
const documentIds = /^\/lake\/v[\w-]+\/data\/(?:doc|history)\/[\w.,/-]*$/;

/**
 * Whether a request's target is longer than any valid one. A path of the lake is parsed again at
 * each step: one of 12,000 characters, each escaped, took 5 ms.
 *
 * @param target beginning with one slash
 */
export function isTooLong(target: string): boolean {
  if (!target.startsWith("/lake/")) return target.length > maxPageUrlLength;
  if (target.length > maxLakeLength) return true;
  const [path = ""] = target.split("?", 1);
  return path.length > maxLakePath && !documentIds.test(path);
}
