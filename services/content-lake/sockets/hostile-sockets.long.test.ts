import { once } from "node:events";
import net from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectMemoryBack, memory } from "@platen/kit/testing/memory";
import { limits } from "../limits";
import { serveLake, type ServedLake } from "../testing/serve";
import { TestSocket } from "../testing/socket";

let served: ServedLake;

beforeAll(async () => {
  // This tests the content of messages, not their rate.
  limits.messages.burst = 1_000_000;
  served = await serveLake();
  await served.client().create({ _id: "page", _type: "page", n: 1 });
});
afterAll(() => served.close());

const kinds = { mux: "vX/mux/production", presence: "v2022-06-30/socket/production" };
type Kind = keyof typeof kinds;

const open = (kind: Kind, id = "mallory") =>
  TestSocket.open(`${served.url}/${kinds[kind]}`, served.as({ id }));

/** Partly valid, partly arbitrary messages. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(null, true, 0, -1, 1e308, "", "*", "*[", "*[_id == 'page']", "*[$x]", "2.0"),
    fc.string({ unit: "binary" }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...["op", "id", "query", "params", "options", "includeResult", "effectFormat", "jsonrpc"],
        ...["method", "data", "sessionId", "session", "locations", "subscriptionId", "__proto__"],
        ...["hasOwnProperty", "constructor", "x", "toString"],
      ),
      tie("value"),
      { maxKeys: 5 },
    ),
  ),
}));
const id = fc.oneof(fc.constantFrom<unknown>("a", "b", "__proto__", 1, -0.5), value);

const frames: Record<Kind, fc.Arbitrary<unknown>> = {
  mux: fc.oneof(
    value,
    fc.record(
      {
        op: fc.constantFrom("listen", "stop", "x"),
        id,
        query: value,
        params: value,
        options: value,
      },
      { requiredKeys: ["op"] },
    ),
    fc.record({
      op: fc.constant("listen"),
      id: fc.constantFrom("a", "b", "c"),
      query: fc.constantFrom("*", "*[n == 1]", "*[_id == $x]", "*[x->n == 1]", "*[", "1"),
      params: fc.record({ x: value }),
    }),
  ),
  presence: fc.oneof(
    value,
    fc.record(
      {
        jsonrpc: fc.constant("2.0"),
        id,
        method: fc.oneof(
          fc.constantFrom(
            ...["subscribe", "unsubscribe", "rollcall", "announce", "disconnect"].map(
              (name) => `presence_${name}`,
            ),
          ),
          fc.constant("authorization"),
          fc.string(),
        ),
        params: fc.oneof(
          value,
          fc.record({ session: value, subscriptionId: value }),
          fc.record({ data: fc.record({ sessionId: value, locations: fc.array(value) }) }),
        ),
      },
      { requiredKeys: ["jsonrpc", "method"] },
    ),
  ),
};
const message = (kind: Kind) =>
  fc.oneof(
    { arbitrary: frames[kind].map((frame) => JSON.stringify(frame) ?? ""), weight: 8 },
    { arbitrary: fc.string({ unit: "binary" }), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 200 }), weight: 1 },
  );

/** Everyone else still listens and receives events. */
async function expectService(): Promise<void> {
  const [listener, ann, bob] = [
    await open("mux", "ann"),
    await open("presence", "ann"),
    await open("presence", "bob"),
  ];
  listener.send({ op: "listen", id: "all", query: "*[_id == 'page']" });
  await listener.find(({ event }) => JSON.stringify(event).includes("welcome"));
  await served.client().patch("page").inc({ n: 1 }).commit();
  await listener.find(({ event }) => JSON.stringify(event).includes("mutation"));
  bob.send({ jsonrpc: "2.0", id: "s", method: "presence_subscribe" });
  await bob.find((each) => each.id === "s");
  ann.send({ jsonrpc: "2.0", id: "r", method: "presence_rollcall", params: { session: "here" } });
  await bob.find(({ params }) => JSON.stringify(params ?? "").includes("here"));
  for (const each of [listener, ann, bob]) each.socket.terminate();
}

describe.each(["mux", "presence"] as const)("a socket of %s", (kind) => {
  test("survives whatever is sent to it, or is closed, and leaves nothing behind", async () => {
    let runs = 0;
    let before = memory();
    const codes = new Set<number>();
    // Receives everything that is passed on.
    const witness = await open(kind, "witness");
    witness.send({ jsonrpc: "2.0", id: 1, method: "presence_subscribe" });
    await fc.assert(
      fc.asyncProperty(fc.array(message(kind), { minLength: 1, maxLength: 10 }), async (said) => {
        if (++runs === 300) before = memory();
        const socket = await open(kind);
        const closed = once(socket.socket, "close");
        for (const each of said) socket.socket.send(each);
        socket.socket.close(1000);
        const [code] = await closed;
        codes.add(Number(code));
      }),
      { numRuns: 1_500 },
    );
    witness.socket.terminate();
    witness.messages.length = 0;
    // Malformed messages end a multiplexed socket; presence ignores them.
    expect([...codes].sort()).toEqual(kind === "mux" ? [1000, 1003] : [1000]);
    await expectService();
    await expectMemoryBack(before, { own: 10 });
  }, 120_000);
});

/**
 * A frame of the WebSocket protocol, masked as those of clients are.
 * https://www.rfc-editor.org/rfc/rfc6455#section-5.2
 */
function frame(first: number, payload: Buffer, { masked = true, length = payload.length } = {}) {
  const header = Buffer.alloc(10);
  header[0] = first;
  header[1] = (masked ? 0x80 : 0) | 127;
  header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, masked ? Buffer.alloc(4) : Buffer.alloc(0), payload]);
}

/** Performs the handshake, sends bytes as they are, and resolves to the response. */
async function shakeHands(address: string, ...parts: Buffer[]): Promise<Buffer> {
  const { hostname, port } = new URL(served.url);
  const socket = net.connect(Number(port), hostname);
  const headers = {
    Host: "lake",
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
    ...served.as({ id: "mallory" }),
  };
  const lines = Object.entries(headers).map(([name, text]) => `${name}: ${text}`);
  socket.write([`GET ${address} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
  let response = Buffer.alloc(0);
  socket.on("data", (data: Buffer) => (response = Buffer.concat([response, data])));
  const closed = once(socket, "close");
  await once(socket, "data");
  for (const part of parts) socket.write(part);
  socket.end();
  await closed;
  return response;
}

/** The code of the frame that closes after these, 0 without one. */
async function closeCode(kind: Kind, ...parts: Buffer[]): Promise<number> {
  const response = await shakeHands(`/lake/${kinds[kind]}`, ...parts);
  const at = response.indexOf(Buffer.from([0x88, 2]));
  return at < 0 ? 0 : response.readUInt16BE(at + 2);
}

const stop = Buffer.from('{"op":"stop","id":"a"}');
const [text, binary, rest, ping] = [0x81, 0x82, 0x80, 0x89];

describe.each(["mux", "presence"] as const)("a socket of %s is closed", (kind) => {
  test.each<[string, Buffer[], number]>([
    ["for an unmasked frame", [frame(text, stop, { masked: false })], 1002],
    ["for an unknown opcode", [frame(0x83, stop)], 1002],
    ["for reserved bits", [frame(0xf1, stop)], 1002],
    ["for a continuation without a start", [frame(rest, stop)], 1002],
    ["for a fragmented ping", [frame(0x09, Buffer.from("a"))], 1002],
    ["for an oversized ping", [frame(ping, Buffer.alloc(126))], 1002],
    ["for invalid UTF-8", [frame(text, Buffer.from([0xc3, 0x28]))], 1007],
    ["for a forbidden close code", [frame(0x88, Buffer.from([0, 1]))], 1002],
    ["for more than a megabyte", [frame(text, Buffer.alloc(2 ** 20 + 1, " "))], 1009],
    ["for claiming more than memory holds", [frame(text, stop, { length: 2 ** 60 })], 1009],
    [
      "for fragments that together are too large",
      [frame(0x01, Buffer.alloc(2 ** 19, " ")), frame(rest, Buffer.alloc(2 ** 19 + 1, " "))],
      1009,
    ],
    ["when it is cut off within a frame", [frame(text, stop, { length: 100 })], 1006],
    ["when it is cut off between frames", [frame(text, stop)], 1006],
  ])("%s", async (_, parts, code) => {
    expect(await closeCode(kind, ...parts)).toBe(code === 1006 ? 0 : code);
  });
});

test.each([
  ...[
    "//",
    "http://[",
    "http://a:b/lake/vX/mux/production",
    "*",
    "/lake/vX/mux/%ff",
    "/lake/vX/mux",
  ],
  ...["/lake/vX/mux/staging", "/lake/vX/mux/production/", "//lake/vX/mux/production", "/%00"],
])("a handshake for %s is refused", async (address) => {
  expect((await shakeHands(address)).toString("latin1")).toMatch(/^HTTP\/1\.1 40\d /);
});

test("a thousand sockets that connect and disconnect leave nothing behind, and others are served", async () => {
  const round = () =>
    Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        closeCode(n % 2 ? "mux" : "presence", frame(binary, stop)),
      ),
    );
  await round();
  const before = memory();
  for (let n = 0; n < 20; n++) await round();
  await expectService();
  await expectMemoryBack(before, { own: 10 });
});

test("a presence socket does not store long session names", async () => {
  const socket = await open("presence");
  const announce = (sessionId: string, id: number) => {
    const params = { data: { sessionId, locations: [] } };
    socket.send({ jsonrpc: "2.0", id, method: "presence_announce", params });
    return socket.find((each) => each.id === id);
  };
  expect(await announce("s".repeat(limits.sessionName + 1), 1)).toHaveProperty(
    "error.code",
    -32602,
  );
  expect(await announce("s".repeat(limits.sessionName), 2)).toHaveProperty("result", true);
  socket.socket.terminate();
});
