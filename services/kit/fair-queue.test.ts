import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue";

/**
 * Takes so many, and adds each again at once, as a requester does that always has something
 * waiting.
 */
function rotate(queue: FairQueue<string>, times: number) {
  const taken = Array.from({ length: times }, () => {
    const item = queue.take() ?? "";
    queue.add(item, item);
    return item;
  });
  return taken.join("");
}

test("requesters take turns, however many items one of them has", () => {
  const queue = new FairQueue<string>();
  for (const item of "aaabcb") queue.add(item, item);
  expect([queue.length, queue.lengthOf("a"), queue.lengthOf("z")]).toEqual([6, 3, 0]);
  const taken = Array.from({ length: 7 }, () => queue.take() ?? "-").join("");
  expect(taken).toBe("abcaba-");
  expect([queue.length, queue.lengthOf("a")]).toEqual([0, 0]);
});

test("a requester that has had nothing lately comes before all that wait, eight times", () => {
  const queue = new FairQueue<string>();
  for (const item of "abcd") queue.add(item, item);
  rotate(queue, 100);
  for (let n = 0; n < 12; n += 1) queue.add("z", "z");
  expect(Array.from({ length: 8 }, () => queue.take()).join("")).toBe("zzzzzzzz");
  expect(rotate(queue, 10).replaceAll("z", "").length).toBeGreaterThan(5);
});

test("a requester that has had some lately waits for a few of those that are new, not for all", () => {
  const queue = new FairQueue<string>();
  for (let n = 0; n < 5; n += 1) queue.add("visitor", "visitor");
  while (queue.length > 0) queue.take();
  for (let n = 0; n < 10; n += 1) queue.add(`new ${n}`, "new");
  queue.add("visitor", "visitor");
  const taken = Array.from({ length: 400 }, (_, n) => {
    queue.add(`newer ${n}`, "new");
    return queue.take();
  });
  expect(taken.indexOf("visitor")).toBeGreaterThanOrEqual(10);
  expect(taken.indexOf("visitor")).toBeLessThan(100);
});

test("an item that no longer waits is taken out, and another of its requester stays", () => {
  const queue = new FairQueue<object>();
  const [one, other] = [{}, {}];
  queue.add("a", one);
  queue.add("a", other);
  queue.remove(one);
  queue.remove(one);
  expect(queue.lengthOf("a")).toBe(1);
  expect(queue.take()).toBe(other);
  expect(queue.take()).toBeUndefined();
});

test("a requester is still behind newcomers after a thousand others have come", () => {
  const queue = new FairQueue<string>();
  for (let n = 0; n < 2_000; n += 1) {
    queue.add("heavy", "heavy");
    queue.add(`new ${n}`, `new ${n}`);
  }
  queue.add("last", "last");
  // All newcomers, and those of the first that were due when it was one.
  for (let n = 0; n < 2_010; n += 1) queue.take();
  expect(queue.lengthOf("last")).toBe(0);
  expect(queue.lengthOf("heavy")).toBeGreaterThan(1_900);
});
