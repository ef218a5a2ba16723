import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { isSameOriginRequest, isSameOriginUpgrade } from "./csrf";

const ours = "https://platen.example";

function request(method: string, headers: Record<string, string>): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  return Object.assign(message, { method, headers });
}

test("reading is open to every page", () => {
  expect(isSameOriginRequest(request("GET", { origin: "https://evil.example" }), ours)).toBe(true);
});

test("a form of our own page passes", () => {
  expect(
    isSameOriginRequest(request("POST", { origin: ours, "sec-fetch-site": "same-origin" }), ours),
  ).toBe(true);
});

test("the address under which the visitor reached us counts as ours", () => {
  const headers = { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" };
  expect(isSameOriginRequest(request("POST", headers), ours)).toBe(true);
});

test.each<Record<string, string>>([
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "https://platen.example.evil.example" },
  { origin: "http://platen.example" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
])("a form of another page is refused: %j", (headers) => {
  expect(
    isSameOriginRequest(request("POST", { host: "platen.example:8080", ...headers }), ours),
  ).toBe(false);
});

test("a WebSocket needs an origin of ours", () => {
  expect(isSameOriginUpgrade(request("GET", {}), ours)).toBe(false);
  expect(isSameOriginUpgrade(request("GET", { origin: "https://evil.example" }), ours)).toBe(false);
  expect(isSameOriginUpgrade(request("GET", { origin: ours }), ours)).toBe(true);
});
