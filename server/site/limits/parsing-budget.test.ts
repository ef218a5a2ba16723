import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { ParsingBudget } from "./parsing-budget";

function requestWith(count: number, bytes: number): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.url = "/";
  for (let n = 0; n < count; n += 1) request.rawHeaders.push(`x-${n}`, "v".repeat(bytes / count));
  return request;
}

const browsers = requestWith(20, 1_200);
const signedIn = requestWith(20, 4_000);
const large = requestWith(98, 14_000);

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a browser's requests never wait, however many", async () => {
  const budget = new ParsingBudget(() => 0);
  for (let turn = 0; turn < 100; turn += 1) {
    for (const request of [browsers, signedIn])
      for (let n = 0; n < 50; n += 1) expect(budget.take(request, () => "192.0.2.1")).toBe(0);
    await nextTurn();
  }
});

test("a network's small requests at the same moment wait after the first, are refused in the end, and delay no other network", async () => {
  const budget = new ParsingBudget(() => 0);
  const burst = (network: string, count: number) =>
    Array.from({ length: count }, () => budget.take(browsers, () => network));
  const waits = burst("192.0.2.1", 1_000);
  const served = waits.filter((wait) => wait === 0).length;
  expect(served).toBeGreaterThan(128 + 16);
  expect(served).toBeLessThan(250);
  expect(waits.at(-1)).toBeNull();
  expect(burst("192.0.2.2", 16)).toEqual(Array.from({ length: 16 }, () => 0));
  await nextTurn();
  expect(burst("192.0.2.1", 100)).toEqual(Array.from({ length: 100 }, () => 0));
});

test("ten networks that send at the same moment are handled little longer than one", () => {
  const budget = new ParsingBudget(() => 0);
  const waits = Array.from({ length: 10_000 }, (_, n) =>
    budget.take(browsers, () => `192.0.2.${n % 10}`),
  );
  expect(waits.filter((wait) => wait === 0).length).toBeLessThan(1_000);
});

test("large headers of a network wait after the first, are refused in the end, and delay no other network", async () => {
  const budget = new ParsingBudget(() => 0);
  const waits = Array.from({ length: 200 }, () => budget.take(large, () => "192.0.2.1"));
  const served = waits.filter((wait) => wait === 0).length;
  expect(served).toBeGreaterThan(30);
  expect(served).toBeLessThan(50);
  const delayed = waits.slice(served).filter((wait) => wait !== null);
  expect(delayed.length).toBeLessThan(120);
  expect(delayed).toEqual(delayed.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBeNull();
  await nextTurn();
  expect(budget.take(browsers, () => "192.0.2.1")).toBe(0);
  expect(budget.take(large, () => "192.0.2.2")).toBe(0);
});

test("the networks of an end site have ten times a network's budget together", () => {
  const budget = new ParsingBudget(() => 0);
  const waits = Array.from({ length: 4_000 }, (_, n) =>
    budget.take(large, () => `2001:db8:1:${n.toString(16)}::1`),
  );
  expect(waits.filter((wait) => wait === 0).length).toBeLessThan(500);
  expect(waits.at(-1)).toBeNull();
});

test("what the end site refuses uses up nothing of the network's own budget", () => {
  let now = 0;
  const budget = new ParsingBudget(() => now);
  const quiet = () => budget.take(large, () => "2001:db8:1:ffff::1");
  for (let n = 0; n < 4_000; n += 1) budget.take(large, () => `2001:db8:1:${n.toString(16)}::1`);
  for (let n = 0; n < 200; n += 1) expect(quiet()).toBeNull();
  // The end site may send again, and the network's own burst is whole.
  now += 1_000;
  for (let n = 0; n < 40; n += 1) expect(quiet()).not.toBeNull();
});

test("a network that has waited may send again", () => {
  let now = 0;
  const budget = new ParsingBudget(() => now);
  const send = () => budget.take(large, () => "192.0.2.1");
  while (send() === 0);
  now += 10_000;
  expect(send()).toBe(0);
});
