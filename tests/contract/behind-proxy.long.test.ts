import { Agent, type IncomingMessage, request as openRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningSite, startRunningSite } from "./support/running-site";

let site: RunningSite;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

beforeAll(async () => {
  site = await startRunningSite({ trustedProxies: 1 });
});
afterAll(async () => {
  agent.destroy();
  await site.stop();
});

/** Sends a visitor's request as a proxy forwards it. */
function ask(visitor: string, path: string, more = {}): Promise<IncomingMessage> {
  return new Promise((answered, failed) => {
    const headers = { "X-Forwarded-For": visitor, ...more };
    openRequest({ agent, host: "127.0.0.1", port: site.port, path, headers }, (response) => {
      response.resume().once("end", () => answered(response));
    })
      .once("error", failed)
      .end();
  });
}

test("a visitor who floods waits for each refusal, and others do not", async () => {
  const [flooding, other] = ["203.0.113.5", "203.0.113.6"];
  const refused = async (times: number) => {
    for (let n = 0; n < times; n += 1) await ask(flooding, "/csp-report");
  };
  await Promise.all(Array.from({ length: 16 }, () => refused(312)));
  await Promise.all(Array.from({ length: 16 }, () => refused(1)));

  const order: string[] = [];
  const late = ask(flooding, "/blog?q=late").finally(() => order.push(flooding));
  const prompt = await ask(other, "/blog?q=prompt").finally(() => order.push(other));
  expect(prompt.statusCode).toBe(200);
  const { statusCode, headers } = await late;
  expect([statusCode, headers["retry-after"]]).toEqual([429, "60"]);
  expect(order).toEqual([other, flooding]);
  // Five thousand requests, beside other tests.
}, 120_000);

test("malformed WebSocket handshakes are a flood like other refused requests", async () => {
  const flooding = "203.0.113.8";
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket" };
  const malformed = async () => {
    for (let n = 0; n < 316; n += 1) await ask(flooding, "/a/%2e%2e/b", upgrade);
  };
  await Promise.all(Array.from({ length: 16 }, malformed));
  expect((await ask(flooding, "/blog?q=late")).statusCode).toBe(429);
}, 120_000);

test("visitors are told apart by IP address, without the port that some proxies append", async () => {
  for (let n = 0; n < 150; n += 1) await ask(`203.0.113.7:${50_000 + n}`, `/nothing/${n}`);
  expect((await ask("203.0.113.7:50999", "/nothing/more")).statusCode).toBe(429);
});
