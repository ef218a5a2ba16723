import { parentPort, workerData } from "node:worker_threads";

/**
 * A thread that signs in with wrong passwords without end, from some /48s of IPv6. Within each it
 * switches to another /64 before the limit of the last one is reached, and to another account.
 * Reports, on request, the responses it received.
 *
 * @type {{ url: string; publishableKey: string; networks: number; inFlight: number }}
 */
const { url, publishableKey, networks, inFlight } = workerData;
/** @type {Record<number, number>} */
const responses = {};

/** @param {number} network */
function* addresses(network) {
  for (let request = 0; ; request++) {
    const block = Math.floor(request / 25) % 0x10000;
    yield `2001:db8:${network.toString(16)}:${block.toString(16)}::1`;
  }
}

/** @param {number} network @param {Generator<string>} from @param {number} lane */
async function attack(network, from, lane) {
  for (let request = 0; ; request++) {
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: publishableKey, "X-Forwarded-For": String(from.next().value) },
      body: JSON.stringify({ email: `x${network}-${lane}-${request}@mail.example`, password: "x" }),
    });
    await response.arrayBuffer();
    responses[response.status] = (responses[response.status] ?? 0) + 1;
    // Refusals arrive at once: without a pause this would test how many requests a core accepts.
    if (response.status !== 400) await new Promise((done) => setTimeout(done, 1_000));
  }
}

for (let network = 0; network < networks; network++) {
  const from = addresses(network);
  for (let lane = 0; lane < inFlight; lane++) void attack(network, from, lane);
}
parentPort?.on("message", () => parentPort?.postMessage(responses));
