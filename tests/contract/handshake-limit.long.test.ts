import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor } from "@platen/auth/testing/service";
import { newPerson } from "./support/people";
import { type RunningSite, startRunningSite } from "./support/running-site";

let site: RunningSite;
let Cookie = "";

beforeAll(async () => {
  site = await startRunningSite({ trustedProxies: 1 });
  ({ Cookie } = await newPerson(site, "Editor"));
});
afterAll(() => site.stop());

/** An editor's handshake for a dataset that does not exist: the lake refuses it with 404. */
async function handshake(network: string) {
  const opening = request({
    ...{ host: "127.0.0.1", port: site.port, agent: false },
    path: "/lake/vX/mux/staging",
    headers: {
      ...{ Cookie, Origin: site.url, Connection: "Upgrade", Upgrade: "websocket" },
      "X-Forwarded-For": network,
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    },
  }).end();
  const [response]: IncomingMessage[] = await once(opening, "response");
  if (!response) throw new Error("No response came.");
  return { status: response.statusCode, sentence: await text(response) };
}

test("a network may open 120 WebSockets a minute, and others are not affected", async () => {
  const network = newVisitor();
  for (let n = 0; n < 120; n += 1) expect((await handshake(network)).status).toBe(404);
  for (let n = 0; n < 3; n += 1) {
    expect(await handshake(network)).toEqual({
      status: 429,
      sentence: "Too many WebSockets: wait a minute.\n",
    });
  }
  expect((await handshake(newVisitor())).status).toBe(404);
});
