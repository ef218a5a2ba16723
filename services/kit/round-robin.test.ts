import { expect, test } from "vitest";
import { RoundRobin } from "./round-robin";

const filled = (...items: string[]) => {
  const waiting = new RoundRobin<string>();
  for (const item of items) waiting.add(item.slice(0, 1), item);
  return waiting;
};

const taken = (waiting: RoundRobin<string>) =>
  Array.from({ length: waiting.length }, () => waiting.take());

test("requesters take turns, however many items one of them has", () => {
  expect(taken(filled("a1", "a2", "a3", "b1", "c1", "b2"))).toEqual([
    ...["a1", "b1", "c1"],
    ...["a2", "b2", "a3"],
  ]);
});

test("a requester who comes later has a turn before another's second", () => {
  const waiting = filled("a1", "a2", "a3");
  expect(waiting.take()).toBe("a1");
  waiting.add("b", "b1");
  expect(taken(waiting)).toEqual(["a2", "b1", "a3"]);
  expect(waiting.take()).toBeUndefined();
});

test("the last item of the longest queue is dropped for a newcomer", () => {
  const waiting = filled("a1", "a2", "a3", "b1");
  expect(waiting.takeFromLongest("c")).toBe("a3");
  expect(waiting.takeFromLongest("c")).toBe("a2");
  expect(waiting.takeFromLongest("c")).toBeUndefined();
  expect(waiting.length).toBe(2);
});
