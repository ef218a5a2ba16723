import { expect, test } from "vitest";
import { AssetError } from "../asset-error";
import { TransformQueue } from "./transform-queue";

/** Work that lasts until it is told to end. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end };
}

test("no more than the limit run at once, and the others follow in order", async () => {
  const queue = new TransformQueue(2, 10);
  const works = [held(), held(), held(), held()];
  const started: number[] = [];
  const all = works.map((work, index) =>
    queue.run("one", async () => {
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

test("requesters take turns, however many tasks one of them has waiting", async () => {
  const queue = new TransformQueue(1, 10);
  const started: string[] = [];
  const work = (name: string) => async () => void started.push(name);
  const first = held();
  const all = [
    queue.run("stranger", () => first.ended),
    ...["a", "b", "c"].map((name) => queue.run("stranger", work(name))),
    queue.run("visitor", work("visitor's")),
    queue.run("editor", work("editor's")),
  ];
  first.end();
  await Promise.all(all);
  expect(started).toEqual(["a", "visitor's", "editor's", "b", "c"]);
});

test("above the waiting limit tasks are refused with 503 and Retry-After", async () => {
  const queue = new TransformQueue(1, 1);
  const first = held();
  const running = queue.run("one", () => first.ended);
  const waiting = queue.run("one", async () => "done");
  const refused = await queue.run("one", async () => "never").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AssetError);
  expect(refused).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
  first.end();
  await running;
  expect(await waiting).toBe("done");
});

test("a full queue drops a task of the requester that filled it for a newcomer", async () => {
  const queue = new TransformQueue(1, 3);
  const first = held();
  const running = queue.run("stranger", () => first.ended);
  const strangers = [1, 2, 3].map((number) =>
    queue.run("stranger", async () => number).catch((error: unknown) => error),
  );
  const visitor = queue.run("visitor", async () => "served");
  first.end();
  await running;
  expect(await visitor).toBe("served");
  expect(await Promise.all(strangers)).toEqual([1, 2, expect.any(AssetError)]);
});

test("failed work frees its place", async () => {
  const queue = new TransformQueue(1, 1);
  await expect(queue.run("one", () => Promise.reject(new Error("broken")))).rejects.toThrow(
    "broken",
  );
  expect(await queue.run("one", async () => "next")).toBe("next");
});
