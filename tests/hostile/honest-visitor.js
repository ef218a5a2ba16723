import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { starved } from "./starved.js";

/**
 * A separate thread, so that its times are the site's and not those of the attack beside it: a
 * visitor who opens a cached page and one that is rendered, again and again. Each visit comes from
 * another network: one alone would reach its limit.
 *
 * @type {{ port: number; processes: number[] }}
 */
const { port, processes } = workerData;
/** @type {number[]} */
const times = [];
let slowest = { path: "", milliseconds: 0 };
/** @type {string[]} */
const problems = [];
let coming = true;
let visits = 0;

/** @param {string} path @returns {Promise<number>} */
const visit = (path) =>
  new Promise((resolve, reject) => {
    visits += 1;
    const localAddress = `127.200.${(visits >> 7) & 127}.${(visits & 127) + 1}`;
    request({ host: "127.0.0.1", port, path, localAddress, agent: false }, (response) =>
      response
        .resume()
        .once("end", () => resolve(response.statusCode ?? 0))
        .once("error", reject),
    )
      .once("error", reject)
      .end();
  });

parentPort?.once("message", () => (coming = false));

while (coming) {
  for (const path of ["/", "/login"]) {
    const [started, starvedBefore] = [performance.now(), starved(processes)];
    await visit(path).then(
      (status) => status === 200 || problems.push(`${path}: ${status}`),
      (error) => problems.push(`${path}: ${error.message}`),
    );
    const elapsed = performance.now() - started;
    const milliseconds = Math.max(0, Math.round(elapsed - (starved(processes) - starvedBefore)));
    times.push(milliseconds);
    if (milliseconds > slowest.milliseconds) slowest = { path, milliseconds };
  }
  await wait(100);
}

const sorted = times.sort((a, b) => a - b);
parentPort?.postMessage({
  visits,
  late: times.filter((time) => time > 1_000).length,
  slowest,
  p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  problems: problems.slice(0, 10),
});
