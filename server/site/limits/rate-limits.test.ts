import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLimiter } from "./limiter";
import { createAccountLimits, createRateLimits } from "./rate-limits";

function asking(method: string, path: string) {
  const { take } = createRateLimits();
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url: path });
  const url = new URL(path, "http://localhost");
  return async (clientIp: string, times: number) => {
    for (let n = 0; n < times; n += 1)
      if (await take(request, url, { clientIp, account: null })) return n;
    return times;
  };
}

function from(clientIp: string) {
  const { take } = createRateLimits();
  return (method: string, path: string, account: string | null = null) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method, url: path });
    return take(request, new URL(path, "http://localhost"), { clientIp, account });
  };
}

test.each([
  ["POST", "/login", 120],
  ["POST", "/login.data", 120],
  ["POST", "/auth/resend", 120],
  ["POST", "/%6cogin", 120],
  ["POST", "/login/", 120],
  ["POST", "/x/../%6Cogin//second-factor.data", 120],
  ["POST", "/dashboard/%73ecurity.data", 120],
  ["POST", "/%6cake/v1/data/query/production", 240],
  ["POST", "/dashboard/keys.data", 180],
  ["POST", "/admin/users/1", 180],
  ["POST", "/search", 240],
  ["POST", "/contact", 30],
  ["POST", "/%63ontact.data", 30],
  ["POST", "/blog/an-article", 30],
  ["POST", "/%62log/an-article.data", 30],
  ["GET", "/blog?q=x", 150],
  ["GET", "/search?q=x", 150],
  ["GET", "/search.data?q=x", 300],
  ["GET", "/lake/images/local/production/a.png?w=100", 1_200],
  ["GET", "/og/x/blog.png", 1_200],
  ["HEAD", "/lake/files/local/production/a.pdf", 1_200],
  ["GET", "/nothing", 150],
  ["GET", "/lake/v1/data/query/production", 6_000],
])("%s %s is allowed %d times at once", async (method, path, times) => {
  expect(await asking(method, path)("203.0.113.5", times + 10)).toBe(times);
});

test("visitors are counted separately", async () => {
  const ask = asking("POST", "/login");
  expect(await ask("203.0.113.5", 120)).toBe(120);
  expect(await ask("203.0.113.5", 1)).toBe(0);
  expect(await ask("::ffff:203.0.113.5", 1)).toBe(0);
  expect(await ask("203.0.113.6", 1)).toBe(1);
});

test("the IP addresses of one household count as one visitor", async () => {
  const ask = asking("POST", "/login");
  expect(await ask("2001:db8:1:2:3::1", 120)).toBe(120);
  expect(await ask("2001:db8:1:2:ffff::9", 1)).toBe(0);
  expect(await ask("2001:db8:1:3::1", 1)).toBe(1);
  expect(await ask("2001:db8::1", 1)).toBe(1);
});

test("an end site has the limit of ten households, from however many of its networks", async () => {
  const ask = asking("POST", "/login");
  for (let network = 0; network < 20; network += 1)
    expect(await ask(`2001:db8:1:${network}::1`, 60)).toBe(60);
  expect(await ask("2001:db8:1:ffff::1", 1)).toBe(0);
  expect(await ask("2001:db8:2::1", 1)).toBe(1);
});

test("signed-in users in one office are counted by account, with a larger limit for all together", async () => {
  const send = from("203.0.113.5");
  const ask = (account: string | null) => send("GET", "/dashboard", account);
  for (let n = 0; n < 150; n += 1) expect(await ask("ada")).toBeNull();
  expect(await ask("ada")).toMatchObject({ name: "rendering" });
  expect(await ask("bea")).toBeNull();
  for (let n = 0; n < 148; n += 1) expect(await ask(`account ${n}`)).toBeNull();
  expect(await ask("carol")).toMatchObject({ name: "page" });
  // A search is a page as well.
  expect(await send("GET", "/dashboard?q=x", "carol")).toMatchObject({ name: "page" });
});

test("an unverified cookie belongs to no account", async () => {
  const send = from("203.0.113.5");
  for (let n = 0; n < 150; n += 1) expect(await send("GET", "/dashboard", null)).toBeNull();
  expect(await send("GET", "/dashboard", null)).toMatchObject({ name: "rendering" });
});

const secondsLater = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

test.each([
  ["GET", "/dashboard", 300],
  ["POST", "/login", 120],
])("%s %s of many accounts of one network: %d in two minutes", async (method, path, times) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const send = from("203.0.113.5");
  for (let n = 0; n < times; n += 1) expect(await send(method, path, `account ${n}`)).toBeNull();
  secondsLater(61);
  expect(await send(method, path, "ada")).not.toBeNull();
  secondsLater(60);
  expect(await send(method, path, "ada")).toBeNull();
});

test("all forms that hash a password share one limit", async () => {
  const send = from("203.0.113.5");
  for (let n = 0; n < 60; n += 1) {
    expect(await send("POST", "/login")).toBeNull();
    expect(await send("POST", "/dashboard/security", `account ${n}`)).toBeNull();
  }
  expect(await send("POST", "/signup")).toMatchObject({ name: "password" });
  expect(await send("POST", "/dashboard/security", "ada")).toMatchObject({ name: "password" });
  expect(await send("POST", "/dashboard/keys", "ada")).toBeNull();
});

test("what its end site refuses uses up nothing of a network's own limit", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const limiter = createLimiter("quiet", { points: 3, duration: 60 });
  const quiet = () => limiter.take("2001:db8:1:ffff::1");
  for (let n = 0; n < 30; n += 1) await limiter.take(`2001:db8:1:${n.toString(16)}::1`);
  vi.advanceTimersByTime(59_000);
  for (let n = 0; n < 10; n += 1) expect(await quiet()).not.toBeNull();
  // The end site's minute is over, and the network's own, which began later, is not.
  vi.advanceTimersByTime(2_000);
  for (let n = 0; n < 3; n += 1) expect(await quiet()).toBeNull();
  expect(await quiet()).not.toBeNull();
});

test("the files of an account's data and of its activity share ten downloads a minute", async () => {
  const limitOf = createAccountLimits(() => undefined);
  const download = (path: string) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: path });
    return limitOf(request, new URL(path, "http://localhost"))?.("ada");
  };
  for (let n = 0; n < 5; n += 1) {
    expect(await download("/dashboard/data/download")).toBeNull();
    expect(await download("/dashboard/activity.csv?show=credits")).toBeNull();
  }
  expect(await download("/dashboard/activity.csv")).toBeGreaterThan(0);
  expect(await download("/dashboard/activity")).toBeUndefined();
});
