import { expect, test } from "vitest";
import { EventLoopScheduler } from "./event-loop-scheduler";

const nextTurn = () => new Promise<void>((next) => setImmediate(next));

test("a single request starts at once", async () => {
  const turns = new EventLoopScheduler();
  let began = false;
  void turns.take("a").then(() => (began = true));
  await Promise.resolve();
  await Promise.resolve();
  expect(began).toBe(true);
});

test("of concurrent requests, one starts in each turn of the event loop, network by network", async () => {
  const turns = new EventLoopScheduler();
  const began: string[] = [];
  for (const network of ["a", "a", "a", "a", "b", "c"])
    void turns.take(network).then(() => began.push(network));
  const seen: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    await nextTurn();
    seen.push(began.length);
  }
  expect(seen).toEqual([2, 3, 4, 5, 6, 6, 6, 6]);
  expect(began).toEqual(["a", "a", "b", "c", "a", "a"]);
});

test("a network with too many waiting requests is full, and others are not", async () => {
  const turns = new EventLoopScheduler();
  const waiting = Array.from({ length: 513 }, () => turns.take("a"));
  expect(turns.isFullFor("a")).toBe(true);
  expect(turns.isFullFor("b")).toBe(false);
  await Promise.all(waiting);
  expect(turns.isFullFor("a")).toBe(false);
});
