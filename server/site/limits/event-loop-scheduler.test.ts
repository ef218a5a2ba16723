import { expect, test } from "vitest";
import { EventLoopScheduler, type EventLoopPressure } from "./event-loop-scheduler";

const idle: EventLoopPressure = { accepted: () => 0, isUrgent: () => false };
const nextTurn = () => new Promise<void>((next) => setImmediate(next));

test("a single request starts at once", async () => {
  const turns = new EventLoopScheduler(idle);
  let began = false;
  void turns.take("a").then(() => (began = true));
  await Promise.resolve();
  await Promise.resolve();
  expect(began).toBe(true);
});

test("of concurrent requests, one starts in each turn of the event loop, network by network", async () => {
  const turns = new EventLoopScheduler(idle);
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

test("a visitor's page, of two turns, waits for none of ten networks that always have more waiting", async () => {
  const turns = new EventLoopScheduler(idle);
  const began: string[] = [];
  let isBusy = true;
  const page = async (network: string) => {
    for (const part of ["loaders", "rendering"]) {
      await turns.take(network);
      began.push(`${network} ${part}`);
    }
  };
  const crowd = Array.from({ length: 10 }, (_, n) => `attacker ${n}`).flatMap((network) =>
    Array.from({ length: 8 }, async () => {
      while (isBusy) await page(network);
    }),
  );
  while (began.length < 500) await nextTurn();
  const before = began.length;
  await page("visitor");
  // One that is running when each turn is asked for.
  expect(began.length - before).toBeLessThanOrEqual(4);
  isBusy = false;
  await Promise.all(crowd);
});

test("requests whose clients have gone take no turn from others", async () => {
  const turns = new EventLoopScheduler(idle);
  const began: string[] = [];
  const take = (name: string, isGone: boolean) =>
    turns.take(name, () => isGone).then(() => began.push(name));
  const all = [take("first", false)];
  for (let n = 0; n < 50; n += 1) all.push(take(`gone ${n}`, true));
  all.push(take("visitor", false));
  await nextTurn();
  await nextTurn();
  expect(began).toContain("visitor");
  await Promise.all(all);
});

test("a network with too many waiting requests is full, and others are not", async () => {
  const turns = new EventLoopScheduler(idle);
  const waiting = Array.from({ length: 513 }, () => turns.take("a"));
  expect(turns.isFullFor("a")).toBe(true);
  expect(turns.isFullFor("b")).toBe(false);
  await Promise.all(waiting);
  expect(turns.isFullFor("a")).toBe(false);
});

test("after each task, tasks yield while something is urgent, and longer while connections are accepted", async () => {
  let clock = 0;
  let endedAt = -Infinity;
  let isUrgent = true;
  let accepted = 0;
  let perTurn = 0;
  const pressure = { accepted: () => accepted, isUrgent: () => isUrgent };
  const turns = new EventLoopScheduler(pressure, {
    sinceStart: { start: () => {}, read: () => 12 },
    sinceEnd: {
      start: () => void (endedAt = clock),
      hasRun: (milliseconds) => clock - endedAt >= milliseconds,
    },
  });
  const began: number[] = [];
  const take = (task: number) => void turns.take("a").then(() => began.push(task));
  const pass = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      accepted += perTurn;
      await nextTurn();
    }
  };
  for (let task = 1; task <= 4; task += 1) take(task);
  await pass(20);
  expect(began).toEqual([1]);
  clock += 4;
  await pass(20);
  expect(began).toEqual([1, 2]);
  isUrgent = false;
  await pass(20);
  expect(began).toEqual([1, 2, 3, 4]);
  isUrgent = true;
  take(5);
  await pass(1);
  expect(began).toEqual([1, 2, 3, 4]);
  clock += 4;
  await pass(2);
  expect(began).toEqual([1, 2, 3, 4, 5]);
  perTurn = 1;
  take(6);
  await pass(1);
  clock += 4;
  await pass(20);
  expect(began).toEqual([1, 2, 3, 4, 5]);
  // None arrives in a turn, however long it takes: none waits.
  perTurn = 0;
  await pass(3);
  expect(began).toEqual([1, 2, 3, 4, 5, 6]);
  // They arrive without end.
  perTurn = 1;
  take(7);
  await pass(1);
  clock += 23;
  await pass(20);
  expect(began).toEqual([1, 2, 3, 4, 5, 6]);
  clock += 1;
  await pass(3);
  expect(began).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("short tasks yield for twice what they took, while connections are accepted", async () => {
  let accepted = 0;
  const yields: number[] = [];
  const turns = new EventLoopScheduler(
    { accepted: () => (accepted += 1), isUrgent: () => true },
    {
      sinceStart: { start: () => {}, read: () => 0.25 },
      sinceEnd: { start: () => {}, hasRun: (milliseconds) => yields.push(milliseconds) > 0 },
    },
  );
  await Promise.all(["a", "b", "c"].map((network) => turns.take(network)));
  expect(new Set(yields.slice(1))).toEqual(new Set([0.5]));
});
