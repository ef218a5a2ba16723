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
  ["without a proxy of ours, nobody's word counts", "203.0.113.9", 0, "192.0.2.1"],
  ["behind one, the last entry counts", "203.0.113.66, 203.0.113.9", 1, "203.0.113.9"],
  ["behind two, the last but one", "203.0.113.66, 203.0.113.9, 192.0.2.7", 2, "203.0.113.9"],
  ["who did not come through all of them is who connects", "203.0.113.9", 2, "192.0.2.1"],
  ["an empty word is none", " , ", 1, "192.0.2.1"],
  ["a port is no part of it", "203.0.113.9:50412", 1, "203.0.113.9"],
  ["nor in IPv6", "[2001:db8::9]:50412", 1, "2001:db8::9"],
  ["what is no address is none", "unknown", 1, "192.0.2.1"],
  ["no word is none", undefined, 1, "192.0.2.1"],
])("%s", (_name, forwarded, proxies, visitor) => {
  expect(clientIp(from(forwarded), proxies)).toBe(visitor);
});
