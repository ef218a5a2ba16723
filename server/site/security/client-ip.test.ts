import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { clientIp } from "./client-ip";

function from(forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: "192.0.2.1" });
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return Object.assign(new IncomingMessage(socket), { headers });
}

test.each([
  ["without a trusted proxy, the header is ignored", "203.0.113.9", 0, "192.0.2.1"],
  ["behind one proxy, the last entry counts", "203.0.113.66, 203.0.113.9", 1, "203.0.113.9"],
  ["behind two, the last but one", "203.0.113.66, 203.0.113.9, 192.0.2.7", 2, "203.0.113.9"],
  ["a client that bypasses a proxy is its own connection", "203.0.113.9", 2, "192.0.2.1"],
  ["a long list is read from its end", `${"1,".repeat(7_000)} 203.0.113.9`, 1, "203.0.113.9"],
  ["of what the client wrote, nothing counts", `203.0.113.9${",".repeat(200)}`, 1, "192.0.2.1"],
  ["an empty entry is ignored", " , ", 1, "192.0.2.1"],
  ["the port is removed", "203.0.113.9:50412", 1, "203.0.113.9"],
  ["the port is removed in IPv6 too", "[2001:db8::9]:50412", 1, "2001:db8::9"],
  ["an invalid address is ignored", "unknown", 1, "192.0.2.1"],
  ["a missing header is ignored", undefined, 1, "192.0.2.1"],
])("%s", (_name, forwarded, proxies, visitor) => {
  expect(clientIp(from(forwarded), proxies)).toBe(visitor);
});

test("a request whose headers Node has dropped in part is nobody's, not the proxy's own", () => {
  const rawHeaders = Array<string[]>(101).fill(["Accept", "*/*"]).flat();
  const request = Object.assign(from(), { rawHeaders });
  expect([0, 1].map((proxies) => clientIp(request, proxies))).toEqual(["192.0.2.1", "unknown"]);
});
