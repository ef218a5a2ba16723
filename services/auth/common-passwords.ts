type Ranks = ReadonlyMap<string, number>;

let ranks: Promise<Ranks> | undefined;

/**
 * Passwords in small letters that leaks hold most often, each with its rank: 1 for the commonest of some 49,000. Read
 * when the first password is chosen, for it takes 20 MB and a tenth of a second.
 */
export const commonPasswords = (): Promise<Ranks> => (ranks ??= load());

async function load(): Promise<Ranks> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Map(dictionary["passwords-common"].map((password, index) => [password, index + 1]));
}
