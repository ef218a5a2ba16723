import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { type Ending, endings, exchange, inTurns } from "./exchange";
import { problemWith } from "./oracles";
import { newNetwork, signIn } from "./people";
import { samples } from "./samples";

const site = inject("hostileSite");
const paths = ["/lake/vX/mux/production", "/lake/v2022-06-30/socket/production"];

function handshake(path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({
    Host: "localhost",
    Origin: `http://localhost:${site.port}`,
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`GET ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n"), "latin1");
}

/**
 * A frame in the format of https://www.rfc-editor.org/rfc/rfc6455#section-5.2, with bits and a
 * length that may be wrong.
 */
const frame = fc
  .record({
    first: fc.oneof(fc.constantFrom(0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8a), fc.nat(255)),
    masked: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
    claimed: fc.option(fc.constantFrom(0n, 126n, 2n ** 20n + 1n, 2n ** 32n, 2n ** 60n, 2n ** 63n)),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: "binary", maxLength: 100 }).map((text) => Buffer.from(text)),
      fc
        .constantFrom(
          ...['{"op":"listen","id":"a","query":"*"}', '{"op":"stop","id":"a"}', '{"op":"listen"}'],
          ...['{"op":"listen","id":"b","query":"*["}', "[]", "null", "{", "[".repeat(50_000)],
          ...['{"jsonrpc":"2.0","id":1,"method":"presence_subscribe"}', '{"jsonrpc":"2.0"}'],
          ...[`{"op":"listen","id":"c","query":"${"(".repeat(5_000)}1"}`, "x".repeat(100_000)],
        )
        .map((text) => Buffer.from(text)),
    ),
  })
  .map(({ first, masked, claimed, payload }) => {
    const head = Buffer.alloc(10);
    head[0] = first;
    head[1] = (masked ? 0x80 : 0) | 127;
    head.writeBigUInt64BE(claimed ?? BigInt(payload.length), 2);
    return Buffer.concat([head, Buffer.alloc(masked ? 4 : 0), payload]);
  });

const conversation = fc.record({
  path: fc.constantFrom(...paths),
  frames: fc.array(frame, { maxLength: 5 }).map((frames) => Buffer.concat(frames)),
  /** Frames may arrive before the handshake's response. */
  early: fc.boolean(),
  end: fc.constantFrom(...endings),
  /** How an open socket ends. */
  openEnd: fc.constantFrom<Ending>("wait", "reset"),
});

describe("WebSockets", () => {
  test("survive whatever an editor's socket sends", async () => {
    let opened = 0;
    const Cookie = await signIn(site, "editor");
    const sent = samples(conversation, 360);
    const problems = await inTurns(sent, 20, async (one) => {
      const { path, frames, early, end, openEnd } = one;
      const hello = handshake(path, { Cookie });
      const response = await exchange({
        ...{ port: site.port, from: newNetwork(), timeout: 2_000 },
        // A connection that is cut off during the handshake never reaches the frames.
        ...(early
          ? { parts: [hello, frames], end }
          : { parts: [hello], afterResponse: frames, end: openEnd }),
      });
      if (response.statuses[0] === 101) opened += 1;
      return problemWith(response);
    });
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
    expect(opened).toBeGreaterThan(20);
  });

  test.each(["", "session=x", `session=base64-${"eyJh".repeat(1_000)}`])(
    "are refused without a session (%.20s)",
    async (Cookie) => {
      for (const path of paths) {
        const parts = [handshake(path, { Cookie })];
        const response = await exchange({
          port: site.port,
          from: newNetwork(),
          parts,
          end: "wait",
        });
        expect(response.statuses).toEqual([401]);
      }
    },
  );

  test.each([
    ["to a missing dataset", "/lake/vX/mux/staging", {}],
    ["to another path of the lake", "/lake/v1/data/query/production", {}],
    ["of an unknown version", paths[0] ?? "", { "Sec-WebSocket-Version": "99" }],
    ["with an invalid key", paths[0] ?? "", { "Sec-WebSocket-Key": "x" }],
  ])("are refused %s, as a client error", async (_, path, headers) => {
    const Cookie = await signIn(site, "editor");
    const parts = [handshake(path, { Cookie, ...headers })];
    const response = await exchange({ port: site.port, from: newNetwork(), parts, end: "wait" });
    expect(response.statuses).toHaveLength(1);
    expect(response.statuses[0]).toBeGreaterThanOrEqual(400);
    expect(response.statuses[0]).toBeLessThan(500);
  });
});
