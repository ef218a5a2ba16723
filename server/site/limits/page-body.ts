import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody, smallBodyBytes, type BodyRefusal } from "../http/request-body";
import { ConcurrencySlots } from "./concurrency-slots";

/**
 * How many large bodies may be in memory at a time. Each takes up to five times its seven megabytes
 * while its picture is decoded: 24 took a gigabyte.
 */
const largeBodies = {
  // Counted per account: one account on six networks blocked everyone else's pictures.
  ofAccounts: new ConcurrencySlots({ total: 12, perNetwork: 2, waiting: 2 }),
  // One per network: eight networks with four unfinished forms each blocked everyone's pictures.
  anonymous: new ConcurrencySlots({ total: 4, perNetwork: 1, waiting: 4 }),
};

/** How many of the accounts' slots a network may hold: twelve accounts on two networks held all. */
const ofNetworks = new ConcurrencySlots({ total: 12, perNetwork: 4, waiting: 6 });

/** The sender of a body: the network, and the account that its session was last verified as. */
interface Sender {
  network: string;
  account: string | null;
}

/**
 * Reads the body of a request for a page. The largest are those with a photograph.
 *
 * @param maxBytes the maximum of its route, checked against the request's Content-Length
 */
export async function readPageBody(
  request: IncomingMessage,
  response: ServerResponse,
  { network, account }: Sender,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | BodyRefusal> {
  const admit = async () => {
    if (account === null) return largeBodies.anonymous.takeFor(network, response);
    if (!(await ofNetworks.takeFor(network, response))) return false;
    return largeBodies.ofAccounts.takeFor(account, response);
  };
  const isContended = () =>
    account === null
      ? largeBodies.anonymous.isContended
      : ofNetworks.isContended || largeBodies.ofAccounts.isContended;
  // A slot is taken once this much has arrived: twelve accounts that declared large bodies, and
  // sent them a few bytes at a time, held all slots.
  return readBody(request, maxBytes, { bytes: smallBodyBytes, admit, isContended });
}
