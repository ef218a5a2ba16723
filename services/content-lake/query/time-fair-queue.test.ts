import { expect, test } from "vitest";
import { TimeFairQueue, type Turn } from "./time-fair-queue";

const turn = (requester: string, expected: number): Turn => ({ requester, expected });
const anyone = () => true;

/** Takes all that wait, each of which takes as long as expected, and returns whose they were. */
function drain(queue: TimeFairQueue<Turn>): string[] {
  const order: string[] = [];
  for (let next = queue.take(anyone); next; next = queue.take(anyone)) {
    queue.settle(next, next.expected);
    order.push(`${next.requester} ${next.expected}`);
  }
  return order;
}

test("a requester of many queries leaves as much time to others", () => {
  const queue = new TimeFairQueue();
  for (let n = 0; n < 3; n++) queue.add(turn("flood", 5_000));
  for (let n = 0; n < 3; n++) queue.add(turn("other", 200));
  expect(drain(queue)).toEqual([
    ...["other 200", "flood 5000"],
    ...["other 200", "other 200"],
    ...["flood 5000", "flood 5000"],
  ]);
});

test("a requester's shortest query comes first, and the first of the same length", () => {
  const queue = new TimeFairQueue<Turn & { name?: string }>();
  queue.add(turn("me", 5_000));
  queue.add({ ...turn("me", 100), name: "first" });
  queue.add({ ...turn("me", 100), name: "second" });
  expect(queue.take(anyone)?.name).toBe("first");
  expect(queue.take(anyone)?.name).toBe("second");
  expect(queue.take(anyone)?.expected).toBe(5_000);
});

test("a newcomer is next, and gets no credit for the time before", () => {
  const queue = new TimeFairQueue();
  for (let n = 0; n < 4; n++) queue.add(turn("early", 1_000));
  for (let n = 0; n < 2; n++) queue.take(anyone);
  for (let n = 0; n < 3; n++) queue.add(turn("late", 1_000));
  const order = drain(queue).map((each) => each.split(" ")[0]);
  expect(order).toEqual(["late", "early", "late", "early", "late"]);
});

test("a query that took longer than expected counts with its actual time", () => {
  const queue = new TimeFairQueue();
  queue.add(turn("killer", 100));
  const first = queue.take(anyone);
  if (first) queue.settle(first, 5_000);
  queue.add(turn("killer", 100));
  for (let n = 0; n < 3; n++) queue.add(turn("other", 1_000));
  expect(drain(queue)).toEqual(["other 1000", "other 1000", "other 1000", "killer 100"]);
});

test("a requester that is not selected keeps their place", () => {
  const queue = new TimeFairQueue();
  queue.add(turn("one", 100));
  queue.add(turn("other", 200));
  expect(queue.take(({ requester }) => requester === "other")).toEqual(turn("other", 200));
  expect(queue.take(({ requester }) => requester === "other")).toBeUndefined();
  expect(drain(queue)).toEqual(["one 100"]);
});
