import { expect, test } from "vitest";
import { AssetError } from "./asset-error";
import { TransformQueue } from "./transform-queue";

/** Work that lasts until it is told to end. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end };
}

test("no more than the bound run at once, and the waiting ones follow in order", async () => {
  const queue = new TransformQueue(2, 10);
  const works = [held(), held(), held(), held()];
  const started: number[] = [];
  const all = works.map((work, index) =>
    queue.run(async () => {
      started.push(index);
      await work.ended;
      return index;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  works[1]?.end();
  await all[1];
  expect(started).toEqual([0, 1, 2]);
  for (const work of works) work.end();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

test("beyond the waiting bound work is refused with 503 and Retry-After", async () => {
  const queue = new TransformQueue(1, 1);
  const first = held();
  const running = queue.run(() => first.ended);
  const waiting = queue.run(async () => "done");
  const refused = await queue.run(async () => "never").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AssetError);
  expect(refused).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
  first.end();
  await running;
  expect(await waiting).toBe("done");
});

test("work that fails frees its place", async () => {
  const queue = new TransformQueue(1, 1);
  await expect(queue.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue.run(async () => "next")).toBe("next");
});
