import { neighborhoodOf, networkOf } from "../../ip-networks";
import type { Requester } from "../hashing-queue";
import type { Limit, Limits } from "../rate-limit";

/** One of an hour's mails that may leave. */
export interface TakenMail {
  /** It is not needed: it counts as the visitor's and not among all. */
  giveBack(): void;
  /** It was never asked for: it counts nowhere. */
  cancel(): void;
}

/**
 * Takes one of the mails of an hour, for which there are three parts: one for accounts in whose name a known device
 * asks, one for neighborhoods, each for the first mail in an hour, and one for everything else. A visitor, and the neighborhood
 * of their address, have a share of all of them. So a stranger who uses up what is left to everything else needs one more
 * neighborhood for each further mail, and never gets at those of known devices.
 *
 * @returns after how many seconds there is one again, when there is none
 */
export function takeMail(
  limits: Limits,
  { address, account, known = false }: Requester,
): TakenMail | { wait: number } {
  const neighborhood = neighborhoodOf(address);
  const shares: [Limit, string][] = [
    [limits.mailFromVisitor, networkOf(address)],
    [limits.mailFromNeighborhood, neighborhood],
  ];
  const cancels: (() => void)[] = [];
  const cancel = () => cancels.splice(0).forEach((giveBack) => giveBack());
  /** Takes one of that limit, and otherwise nothing at all. */
  const take = (limit: Limit, key: string) => {
    const wait = limit.take(key);
    if (wait === 0) cancels.push(() => limit.giveBack(key));
    return wait;
  };
  for (const [limit, key] of shares) {
    const wait = take(limit, key);
    if (wait === 0) continue;
    cancel();
    return { wait };
  }

  const reserves: [Limit, string][] = [
    ...(known ? [[limits.mailForKnown, `account ${account}`] satisfies [Limit, string]] : []),
    [limits.mailForNewcomers, `neighborhood ${neighborhood}`],
  ];
  for (const [reserve, key] of reserves) {
    if (limits.firstMail.take(key) > 0) continue;
    cancels.push(() => limits.firstMail.giveBack(key));
    if (take(reserve, "all") === 0) return { giveBack: () => reserve.giveBack("all"), cancel };
  }
  const wait = take(limits.mail, "all");
  if (wait === 0) return { giveBack: () => limits.mail.giveBack("all"), cancel };
  cancel();
  return { wait };
}
