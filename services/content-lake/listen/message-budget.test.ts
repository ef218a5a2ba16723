import { expect, test } from "vitest";
import { limits } from "../limits";
import { MessageBudget } from "./message-budget";

test("a user may send a burst of messages, then so many a second, and others theirs", () => {
  let now = 0;
  const budget = new MessageBudget(limits.messages, () => now);
  const send = (count: number) => Array.from({ length: count }, () => budget.take("eager"));
  const { atOnce, perSecond } = limits.messages;
  expect(send(atOnce)).not.toContain(false);
  expect(send(1)).toEqual([false]);
  expect(budget.take("ann")).toBe(true);
  now += 1_000;
  expect(send(perSecond)).not.toContain(false);
  expect(send(1)).toEqual([false]);
  now += 3_600_000;
  expect(send(atOnce)).not.toContain(false);
  expect(send(1)).toEqual([false]);
});

test("a large message counts as several", () => {
  const budget = new MessageBudget({ perSecond: 1, atOnce: 10 }, () => 0);
  expect(budget.take("ann", 9)).toBe(true);
  expect(budget.take("ann", 2)).toBe(false);
});
