import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { isSameOriginRequest, isSameOriginUpgrade } from "./csrf";

const ours = "https://platen.example";

function request(method: string, headers: Record<string, string>): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  return Object.assign(message, { method, headers });
}

test("reads are allowed from anywhere", () => {
  expect(isSameOriginRequest(request("GET", { origin: "https://evil.example" }), ours)).toBe(true);
});

test("a form of the site's own page is accepted", () => {
  expect(
    isSameOriginRequest(request("POST", { origin: ours, "sec-fetch-site": "same-origin" }), ours),
  ).toBe(true);
});

test("the origin under which the visitor reached the site counts as its own", () => {
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
])("a form of another origin is refused: %j", (headers) => {
  expect(
    isSameOriginRequest(request("POST", { host: "platen.example:8080", ...headers }), ours),
  ).toBe(false);
});

test("a page on the site's name without TLS is not the site's own", () => {
  const headers = { origin: "http://platen.example", host: "platen.example" };
  expect(isSameOriginRequest(request("POST", headers), ours)).toBe(false);
  expect(isSameOriginUpgrade(request("GET", headers), ours)).toBe(false);
  const plain = "http://platen.example";
  expect(isSameOriginRequest(request("POST", headers), plain)).toBe(true);
  // A site behind TLS whose SITE_URL does not say so yet.
  const tls = { ...headers, origin: "https://platen.example" };
  expect(isSameOriginRequest(request("POST", tls), plain)).toBe(true);
});

test("a WebSocket that the browser reports as another site's is refused", () => {
  for (const site of ["cross-site", "same-site"]) {
    const headers = { origin: ours, "sec-fetch-site": site };
    expect(isSameOriginUpgrade(request("GET", headers), ours)).toBe(false);
  }
  const own = { origin: ours, "sec-fetch-site": "same-origin" };
  expect(isSameOriginUpgrade(request("GET", own), ours)).toBe(true);
});

test("a WebSocket requires the site's own origin", () => {
  expect(isSameOriginUpgrade(request("GET", {}), ours)).toBe(false);
  expect(isSameOriginUpgrade(request("GET", { origin: "https://evil.example" }), ours)).toBe(false);
  expect(isSameOriginUpgrade(request("GET", { origin: ours }), ours)).toBe(true);
});
