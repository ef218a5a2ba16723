import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/**
 * A thread of attackers, each on a loopback IP address of its own with so many connections, who
 * send the most expensive requests as fast as responses arrive, and reach every limit after some
 * seconds. Reports how often they were served and refused.
 *
 * @type {{
 *   port: number; addresses: string[]; connections: number;
 *   requests: { method: string; path: string; type?: string; body?: string }[];
 * }}
 */
const { port, addresses, connections, requests } = workerData;
let attacking = true;
let made = 0;
/** @type {Record<string, number>} */
const statuses = {};

/** @param {Agent} agent @param {string} localAddress */
function attack(agent, localAddress) {
  const next = requests[made % requests.length];
  made += 1;
  const { method = "GET", path = "/", type, body } = next ?? {};
  return new Promise((resolve) => {
    const headers = type ? { "Content-Type": type } : {};
    const to = { host: "127.0.0.1", port, agent, localAddress, method, headers };
    request({ ...to, path: path.replace("MADE", String(made)) }, (response) => {
      statuses[response.statusCode ?? 0] = (statuses[response.statusCode ?? 0] ?? 0) + 1;
      response.resume().once("close", resolve);
    })
      .once("error", resolve)
      .end(body?.replace("MADE", String(made)));
  });
}

parentPort?.once("message", () => (attacking = false));

await Promise.all(
  addresses.flatMap((localAddress) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    return Array.from({ length: connections }, async () => {
      while (attacking) {
        await attack(agent, localAddress);
        // An attacker that is refused at once would otherwise be measured as a mere flood of
        // refusals.
        await wait(5);
      }
    });
  }),
);
parentPort?.postMessage(statuses);
