import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/**
 * A thread of visitors who open a page this many times a second, until it is stopped. Reports how
 * many came, how many were not served, and how long the slowest hundredth waited.
 *
 * @type {{ url: string; perSecond: number }}
 */
const { url, perSecond } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** @type {number[]} */
const times = [];
let failures = 0;

function visit() {
  const started = performance.now();
  const request = get(url, { agent, headers: { "Accept-Encoding": "br" } }, (response) => {
    if (response.statusCode !== 200) failures += 1;
    response.resume().once("end", () => times.push(performance.now() - started));
  });
  request.once("error", () => (failures += 1));
}

const each = setInterval(() => {
  for (let n = 0; n < perSecond / 50; n += 1) visit();
}, 20);

parentPort?.once("message", () => {
  clearInterval(each);
  const sorted = times.sort((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  parentPort?.postMessage({ visits: times.length, failures, p99 });
  agent.destroy();
});
