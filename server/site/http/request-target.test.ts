import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import fc from "fast-check";
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

test("however the path of a request to the lake is written, rules and the lake read its plain form", () => {
  const plain = fc.constantFrom(
    "/lake/images/local/production/28abe7368066-4000x3000.png",
    "/lake/files/local/production/28abe7368066.pdf",
    ...["data/listen", "data/live/events", "data/export", "assets/images"].map(
      (kind) => `/lake/v2025-02-19/${kind}/production`,
    ),
    "/lake/v1/check/cors",
    "/lake/v1/projects/local/tokens",
    "/lake/login",
  );
  const spellings = fc.infiniteStream(fc.constantFrom("plain", "plain", "lower", "upper"));
  const query = fc.constantFrom("", "?w=800&blur=%32%30", "?query=%2a//%69", "#part");
  fc.assert(
    fc.property(plain, spellings, query, (path, ways, end) => {
      const spelled = [...path.slice("/lake/".length)].map((sign) => {
        const way = ways.next().value;
        if (way === "plain") return sign;
        if (sign === "/") return "//";
        const code = sign.charCodeAt(0).toString(16);
        return `%${way === "lower" ? code : code.toUpperCase()}`;
      });
      const request = requestFor(`/lake/${spelled.join("")}${end}`);
      const parsed = parseTarget(request, origin);
      expect(parsed instanceof URL && parsed.pathname).toBe(path);
      expect(request.url).toBe(path + end);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["/lake/v1/data/doc/production/a%2Fb,c", "/lake/v1/data/doc/production/a%2Fb,c"],
  [
    "/lake/images/local/production/a.png/x%252e.png",
    "/lake/images/local/production/a.png/x%252e.png",
  ],
])("an escape that means something else than its sign stays: %s", (target, path) => {
  const parsed = parseTarget(requestFor(target), origin);
  expect(parsed instanceof URL && parsed.pathname).toBe(path);
});

test("a request that names two hosts is refused", () => {
  expect(parseTarget(requestFor("/", 2), origin)).toMatchObject({ status: 400 });
});
