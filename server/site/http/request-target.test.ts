import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { parseTarget } from "./request-target";

const origin = "https://platen.example";

function requestFor(target: string, hosts = 1): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.url = target;
  request.rawHeaders = Array.from({ length: hosts }, () => ["Host", "platen.example"]).flat();
  return request;
}

test.each([
  ["/blog?page=2", "https://platen.example/blog?page=2"],
  ["/lake//images/a.png", "https://platen.example/lake/images/a.png"],
  ["/a%20b", "https://platen.example/a%20b"],
])("the target %s is a URL of the site", (target, url) => {
  const parsed = parseTarget(requestFor(target), origin);
  expect(parsed instanceof URL && parsed.href).toBe(url);
});

test.each([
  ["//evil.example/", 400],
  ["/\\evil.example", 400],
  ["/%5c/", 400],
  ["*", 400],
  ["http://evil.example/", 400],
  ["/%", 400],
  ["/%00", 400],
  [`/${"a".repeat(5_000)}`, 414],
  ["/a".repeat(20), 404],
])("the target %.40s is refused with %i", (target, status) => {
  expect(parseTarget(requestFor(target), origin)).toMatchObject({ status });
});

test("a request that names two hosts is refused", () => {
  expect(parseTarget(requestFor("/", 2), origin)).toMatchObject({ status: 400 });
});
