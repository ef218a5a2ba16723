import { neighborhoodOf, networkOf } from "@platen/kit";
import type { Requester } from "../passwords/hashing-queue";
import type { Limits } from "../limits/sign-in-and-mail-limits";
import type { Limit } from "../limits/limit";

/** One mail of a visitor's share, and of their neighborhood's, that was taken. */
interface TakenShare {
  cancel(): void;
}

/**
 * Takes one of the mails that a visitor may ask for in an hour, needed or not.
 *
 * @returns after how many seconds there is one again, when there is none
 */
export function takeShare(limits: Limits, { ipAddress }: Requester): TakenShare | { wait: number } {
  const network = networkOf(ipAddress);
  const neighborhood = neighborhoodOf(ipAddress);
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

/** Maximum delay: a later mail is useless, and a backlog must not use up the following hours. */
const maxWaitSeconds = 1800;

/**
 * Takes one of the mails that may leave in an hour. They are in three parts. The first is for
 * accounts whose known device requests the mail, the second for neighborhoods of IP addresses; of
 * both, each account or neighborhood gets one mail an hour. The third is for all other mails. An
 * attacker who has used up the third part needs another neighborhood for each further mail, and
 * never uses up the part of known devices.
 *
 * When no mail is left, this one waits and is not refused. Requests for unknown addresses send no
 * mail and use up nothing: a refusal would tell which of the earlier requests were for an account.
 *
 * @returns the seconds until it may leave; null when too many wait
 */
export function reserveMail(
  limits: Limits,
  { ipAddress, account, known = false }: Requester,
): number | null {
  const reserves: [Limit, string][] = [
    ...(known ? [[limits.mailForKnown, `account ${account}`] satisfies [Limit, string]] : []),
    [limits.mailForFirstRequests, `neighborhood ${neighborhoodOf(ipAddress)}`],
  ];
  for (const [reserve, key] of reserves) {
    if (limits.firstMail.take(key) > 0) continue;
    if (reserve.take("all") === 0) return 0;
    limits.firstMail.giveBack(key);
  }
  return limits.mail.reserve("all", maxWaitSeconds);
}
