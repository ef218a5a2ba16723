type Ranks = ReadonlyMap<string, number>;

let ranks: Promise<Ranks> | undefined;

/**
 * The commonest leaked passwords, in lower case, each with its rank: 1 for the commonest of some
 * 49,000. Loaded when the first password is chosen, because it takes 20 MB and a tenth of a second.
 */
export const commonPasswords = (): Promise<Ranks> => (ranks ??= load());

/**
 * Names and numbers that became common after the list was made, and such as it lacks: "fortnite"
 * and "instagram" were accepted.
 */
const newer = `
  amongus android billie binance bitcoin blackpink bts covid dogecoin discord ethereum fortnite
  instagram iphone kpop linkedin minecraft naruto netflix nintendo pinterest playstation pubg reddit
  roblox snapchat spotify telegram tesla tiktok twitch twitter uber valorant whatsapp youtube zoom
  18atcskd2w 3rjs1la7qe 520 1314 5201314 woaini
`
  .trim()
  .split(/\s+/);

/** About the frequency of a game's or a network's name. */
const rankOfNewer = 500;

async function load(): Promise<Ranks> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const ranks = new Map(newer.map((password) => [password, rankOfNewer]));
  dictionary["passwords-common"].forEach((password, index) =>
    ranks.set(password, Math.min(index + 1, ranks.get(password) ?? Infinity)),
  );
  return ranks;
}
