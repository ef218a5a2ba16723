import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Callers of the gateway in a separate thread, each with a keep-alive connection, each sending its
 * next request as soon as the response arrives. Plain sockets: on a machine with two cores a whole
 * HTTP client would be measured along with the site.
 *
 * @type {{ port: number; secret: string; keys: string[]; callers: number; milliseconds: number }}
 */
const { port, secret, keys, callers, milliseconds } = workerData;

const requests = keys.map((key) => {
  const body = JSON.stringify({ key, credits: 1 });
  return [
    "POST /api/gateway/verify HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${secret}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
});

/** @type {number[]} */
const times = [];
let wrong = 0;
const end = performance.now() + milliseconds;

await Promise.all(
  Array.from(
    { length: callers },
    (_, caller) =>
      /** @type {Promise<void>} */
      (
        new Promise((done) => {
          const socket = connect(port, "127.0.0.1");
          let asked = 0;
          let received = "";
          let count = caller;
          const ask = () => {
            if (performance.now() > end) return socket.end(() => done());
            asked = performance.now();
            received = "";
            socket.write(requests[count++ % requests.length] ?? "");
          };
          socket.setEncoding("utf8");
          socket.on("connect", ask);
          socket.on("data", (text) => {
            received += text;
            // The response for every key ends like this, chunked or not.
            if (!/\}\}(\r\n0\r\n\r\n)?$/.test(received)) return;
            if (!received.startsWith("HTTP/1.1 200") || !received.includes('"valid":true')) wrong++;
            times.push(performance.now() - asked);
            ask();
          });
        })
      ),
  ),
);

parentPort?.postMessage({ times, wrong });
