import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { comesFromThisMachine } from "./loopback";

function from(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  return Object.assign(new IncomingMessage(socket), { headers });
}

const local = "http://localhost:3000";
const host = "localhost:3000";

test.each([
  ["a program on this machine", "127.0.0.1", { host }, local, true],
  ["a program on this machine over IPv6", "::1", { host: "[::1]:3000" }, local, true],
  ["another machine", "192.0.2.1", { host }, local, false],
  ["another host name", "127.0.0.1", { host: "platen.example" }, local, false],
  [
    "a proxy with forwarding headers",
    "127.0.0.1",
    { host, "x-forwarded-for": "192.0.2.1" },
    local,
    false,
  ],
  ["a proxy without forwarding headers", "127.0.0.1", { host }, "https://platen.example", false],
])("%s", (_name, address, headers, siteOrigin, expected) => {
  expect(comesFromThisMachine(from(address, headers), siteOrigin)).toBe(expected);
});
