import { expect, test } from "vitest";
import { Mutex } from "./mutex";

test("turns come one after another, in their order, even after one that fails", async () => {
  const mutex = new Mutex();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
    if (name === "second") throw new Error("It failed.");
    return name;
  };
  const first = mutex.run(work("first"));
  const second = mutex.run(work("second"));
  const third = mutex.run(work("third"));
  await expect(second).rejects.toThrow("It failed.");
  await mutex.idle();
  expect(await Promise.all([first, third])).toEqual(["first", "third"]);
  expect(events).toEqual(
    ["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test("a turn lasts until its function is called", async () => {
  const mutex = new Mutex();
  const finish = await mutex.take();
  let isNext = false;
  const next = mutex.run(() => (isNext = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isNext).toBe(false);
  finish();
  await next;
  expect(isNext).toBe(true);
});
