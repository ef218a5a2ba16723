import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createRateLimits } from "./rate-limits";

function asking(method: string, path: string) {
  const take = createRateLimits();
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url: path });
  const url = new URL(path, "http://localhost");
  return async (visitor: string, times: number) => {
    for (let n = 0; n < times; n += 1) if (await take(request, url, visitor)) return n;
    return times;
  };
}

test.each([
  ["POST", "/login", 120],
  ["POST", "/login.data", 120],
  ["POST", "/auth/resend", 120],
  ["POST", "/contact", 240],
  ["GET", "/blog?q=x", 180],
  ["GET", "/lake/images/local/production/a.png?w=100", 1_200],
  ["GET", "/og/x/blog.png", 1_200],
  ["GET", "/nothing", 1_800],
  ["GET", "/lake/v1/data/query/production", 6_000],
])("%s %s is answered %d times a minute", async (method, path, times) => {
  expect(await asking(method, path)("203.0.113.5", times + 10)).toBe(times);
});

test("visitors are counted one by one", async () => {
  const ask = asking("POST", "/login");
  expect(await ask("203.0.113.5", 120)).toBe(120);
  expect(await ask("203.0.113.5", 1)).toBe(0);
  expect(await ask("::ffff:203.0.113.5", 1)).toBe(0);
  expect(await ask("203.0.113.6", 1)).toBe(1);
});

test("the addresses of one household are one visitor", async () => {
  const ask = asking("POST", "/login");
  expect(await ask("2001:db8:1:2:3::1", 120)).toBe(120);
  expect(await ask("2001:db8:1:2:ffff::9", 1)).toBe(0);
  expect(await ask("2001:db8:1:3::1", 1)).toBe(1);
  expect(await ask("2001:db8::1", 1)).toBe(1);
});
