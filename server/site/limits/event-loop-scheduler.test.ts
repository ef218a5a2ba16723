import { expect, test } from "vitest";
import { EventLoopScheduler, type Urgency } from "./event-loop-scheduler";

const nextTurn = () => new Promise<void>((next) => setImmediate(next));

test("a single request starts at once", async () => {
  const turns = new EventLoopScheduler(() => "none");
  let began = false;
  void turns.take("a").then(() => (began = true));
  await Promise.resolve();
  await Promise.resolve();
  expect(began).toBe(true);
});

test("of concurrent requests, one starts in each turn of the event loop, network by network", async () => {
  const turns = new EventLoopScheduler(() => "none");
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
  const turns = new EventLoopScheduler(() => "none");
  const waiting = Array.from({ length: 513 }, () => turns.take("a"));
  expect(turns.isFullFor("a")).toBe(true);
  expect(turns.isFullFor("b")).toBe(false);
  await Promise.all(waiting);
  expect(turns.isFullFor("a")).toBe(false);
});

test("after each task, tasks yield while something is urgent, and longer while connections wait to be accepted", async () => {
  let clock = 0;
  let urgency: Urgency = "some";
  const turns = new EventLoopScheduler(
    () => urgency,
    () => clock,
  );
  const began: number[] = [];
  const take = (task: number) => void turns.take("a").then(() => began.push(task));
  for (let task = 1; task <= 4; task += 1) take(task);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(began).toEqual([1]);
  clock += 4;
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(began).toEqual([1, 2]);
  urgency = "none";
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(began).toEqual([1, 2, 3, 4]);
  urgency = "some";
  take(5);
  await nextTurn();
  expect(began).toEqual([1, 2, 3, 4]);
  clock += 4;
  await nextTurn();
  await nextTurn();
  expect(began).toEqual([1, 2, 3, 4, 5]);
  urgency = "backlog";
  clock += 4;
  take(6);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(began).toEqual([1, 2, 3, 4, 5]);
  clock += 20;
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(began).toEqual([1, 2, 3, 4, 5, 6]);
});
