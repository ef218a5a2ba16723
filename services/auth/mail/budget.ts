import { neighborhoodOf, networkOf } from "../../ip-networks";
import type { Requester } from "../hashing-queue";
import type { Limit, Limits } from "../rate-limit";

/** That a visitor, and the neighborhood of their address, may have sent one more. */
interface TakenShare {
  cancel(): void;
}

/**
 * Takes one of the mails that a visitor may ask for in an hour, needed or not.
 *
 * @returns after how many seconds there is one again, when there is none
 */
export function takeShare(limits: Limits, { address }: Requester): TakenShare | { wait: number } {
  const network = networkOf(address);
  const neighborhood = neighborhoodOf(address);
  const wait = limits.mailFromVisitor.take(network);
  if (wait > 0) return { wait };
  const waitTogether = limits.mailFromNeighborhood.take(neighborhood);
  if (waitTogether > 0) {
    limits.mailFromVisitor.giveBack(network);
    return { wait: waitTogether };
  }
  return {
    cancel() {
      limits.mailFromVisitor.giveBack(network);
      limits.mailFromNeighborhood.giveBack(neighborhood);
    },
  };
}

/** A mail that is later than this is of no use, and those that wait must not fill the hours to come. */
const longestWaitSeconds = 1800;

/**
 * Takes one of the mails of an hour, for which there are three parts: one for accounts in whose name a known device
 * asks, one for neighborhoods, each for the first mail in an hour, and one for everything else. A visitor, and the neighborhood
 * of their address, have a share of all of them. So a stranger who uses up what is left to everything else needs one more
 * neighborhood for each further mail, and never gets at those of known devices.
 *
 * When there is none left the mail waits. It is not refused: only mails that are needed use up what everybody shares, so
 * that a refusal would tell whether an earlier request, of which nothing else shows, was for somebody's address.
 *
 * @returns in how many seconds it may leave; null when too many wait
 */
export function reserveMail(
  limits: Limits,
  { address, account, known = false }: Requester,
): number | null {
  const reserves: [Limit, string][] = [
    ...(known ? [[limits.mailForKnown, `account ${account}`] satisfies [Limit, string]] : []),
    [limits.mailForNewcomers, `neighborhood ${neighborhoodOf(address)}`],
  ];
  for (const [reserve, key] of reserves) {
    if (limits.firstMail.take(key) > 0) continue;
    if (reserve.take("all") === 0) return 0;
    limits.firstMail.giveBack(key);
  }
  return limits.mail.reserve("all", longestWaitSeconds);
}
