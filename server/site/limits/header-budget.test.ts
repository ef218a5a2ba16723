import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { HeaderBudget } from "./header-budget";

function requestWith(count: number, bytes: number): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.url = "/";
  for (let n = 0; n < count; n += 1) request.rawHeaders.push(`x-${n}`, "v".repeat(bytes / count));
  return request;
}

const browsers = requestWith(20, 1_200);
const signedIn = requestWith(20, 4_000);
const large = requestWith(98, 14_000);

test("a browser's requests never wait, however many", () => {
  const budget = new HeaderBudget(() => 0);
  for (const request of [browsers, signedIn])
    for (let n = 0; n < 10_000; n += 1) expect(budget.take(request, () => "192.0.2.1")).toBe(0);
});

test("large headers of a network wait after the first, are refused in the end, and delay no other network", () => {
  const budget = new HeaderBudget(() => 0);
  const waits = Array.from({ length: 200 }, () => budget.take(large, () => "192.0.2.1"));
  const served = waits.filter((wait) => wait === 0).length;
  expect(served).toBeGreaterThan(30);
  expect(served).toBeLessThan(50);
  const delayed = waits.slice(served).filter((wait) => wait !== null);
  expect(delayed.length).toBeLessThan(120);
  expect(delayed).toEqual(delayed.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBeNull();
  expect(budget.take(browsers, () => "192.0.2.1")).toBe(0);
  expect(budget.take(large, () => "192.0.2.2")).toBe(0);
});

test("the networks of an end site have ten times a network's budget together", () => {
  const budget = new HeaderBudget(() => 0);
  const waits = Array.from({ length: 4_000 }, (_, n) =>
    budget.take(large, () => `2001:db8:1:${n.toString(16)}::1`),
  );
  expect(waits.filter((wait) => wait === 0).length).toBeLessThan(500);
  expect(waits.at(-1)).toBeNull();
});

test("what the end site refuses uses up nothing of the network's own budget", () => {
  let now = 0;
  const budget = new HeaderBudget(() => now);
  const quiet = () => budget.take(large, () => "2001:db8:1:ffff::1");
  for (let n = 0; n < 4_000; n += 1) budget.take(large, () => `2001:db8:1:${n.toString(16)}::1`);
  for (let n = 0; n < 200; n += 1) expect(quiet()).toBeNull();
  // The end site may send again, and the network's own burst is whole.
  now += 1_000;
  for (let n = 0; n < 40; n += 1) expect(quiet()).not.toBeNull();
});

test("a network that has waited may send again", () => {
  let now = 0;
  const budget = new HeaderBudget(() => now);
  const send = () => budget.take(large, () => "192.0.2.1");
  while (send() === 0);
  now += 10_000;
  expect(send()).toBe(0);
});
