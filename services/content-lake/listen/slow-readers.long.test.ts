import { afterAll, beforeAll, expect, test } from "vitest";
import { serveLake, type ServedLake } from "../testing/serve";
import { TestSocket } from "../testing/socket";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());

test("a multiplexed socket that does not read is cut off", async () => {
  const socket = await TestSocket.open(
    `${served.url}/vX/mux/production`,
    served.as({ id: "editor" }),
  );
  socket.send({ op: "listen", id: "slow", query: "*", options: { includeResult: true } });
  await socket.find(({ id }) => id === "slow");
  socket.socket.pause();
  const closed = socket.closed();
  const text = "x".repeat(1_000_000);
  const client = served.client();
  for (let n = 0; n < 40; n++) await client.createOrReplace({ _id: "big", _type: "big", n, text });
  socket.socket.resume();
  expect(await closed).toBe(1006);
  // Nobody else is affected.
  expect((await client.getDocument("big"))?.n).toBe(39);
  await client.delete("big");
});

test("an event stream whose client does not read is cut off, and the lake keeps running", async () => {
  const abort = new AbortController();
  const response = await fetch(
    `${served.url}/v1/data/listen/production?query=*&includeResult=true`,
    { headers: served.as({ id: "editor" }), signal: abort.signal },
  );
  const client = served.client();
  const text = "x".repeat(1_000_000);
  for (let n = 0; n < 40; n++) await client.createOrReplace({ _id: "big", _type: "big", n, text });
  const reader = response.body?.getReader();
  let bytes = 0;
  const drain = async () => {
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return "ended";
      bytes += chunk.value.length;
    }
  };
  expect(await drain().catch(() => "broken off")).toBe("broken off");
  expect(bytes).toBeLessThan(40_000_000);
  abort.abort();
  await client.delete("big");
});
