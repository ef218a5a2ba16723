type Ranks = ReadonlyMap<string, number>;

let ranks: Promise<Ranks> | undefined;

/**
 * The commonest leaked passwords, in lower case, each with its rank: 1 for the commonest of some
 * 49,000. Loaded when the first password is chosen, because it takes 20 MB and a tenth of a second.
 */
export const commonPasswords = (): Promise<Ranks> => (ranks ??= load());

async function load(): Promise<Ranks> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Map(dictionary["passwords-common"].map((password, index) => [password, index + 1]));
}
