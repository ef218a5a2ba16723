import { expect, test } from "vitest";
import { microBatch } from "./micro-batching.server";

/** Work that ends when the test says so, and the batches that it was given. */
function controlledWork() {
  const batches: { calls: readonly number[]; end: (results: (string | Error)[]) => void }[] = [];
  const work = (calls: readonly number[]) =>
    new Promise<(string | Error)[]>((end) => batches.push({ calls, end }));
  return { batches, work };
}

const namesOf = (calls: readonly number[]) => calls.map((call) => `result ${call}`);

test("a call that comes alone is worked on at once, by itself", async () => {
  const { batches, work } = controlledWork();
  const one = microBatch(work, { atOnce: 1, maxBatch: 10 });
  const result = one(1);
  await Promise.resolve();
  expect(batches.map(({ calls }) => calls)).toEqual([[1]]);
  batches[0]?.end(["done"]);
  await expect(result).resolves.toBe("done");
});

test("calls that come while a batch is in flight go together, and each gets its own result", async () => {
  const { batches, work } = controlledWork();
  const one = microBatch(work, { atOnce: 1, maxBatch: 10 });
  const first = one(1);
  await Promise.resolve();
  const others = [one(2), one(3), one(4)];
  expect(batches).toHaveLength(1);
  batches[0]?.end(namesOf([1]));
  await first;
  await expect.poll(() => batches[1]?.calls).toEqual([2, 3, 4]);
  batches[1]?.end(namesOf([2, 3, 4]));
  await expect(Promise.all(others)).resolves.toEqual(namesOf([2, 3, 4]));
});

test("a batch holds no more calls than it may; the rest follow in order", async () => {
  const batches: number[][] = [];
  const one = microBatch(
    (calls: readonly number[]) => {
      batches.push([...calls]);
      return Promise.resolve(namesOf(calls));
    },
    { atOnce: 1, maxBatch: 2 },
  );
  const results = await Promise.all([1, 2, 3, 4, 5].map(one));
  expect(results).toEqual(namesOf([1, 2, 3, 4, 5]));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test("the error of one call is its caller's alone", async () => {
  const one = microBatch(
    (calls: readonly number[]) =>
      Promise.resolve(calls.map((call) => (call === 2 ? new Error("no credits") : `${call}`))),
    { atOnce: 1, maxBatch: 10 },
  );
  const [first, second, third] = await Promise.allSettled([one(1), one(2), one(3)]);
  expect([first?.status, second?.status, third?.status]).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

test("work that fails is reported to all of its callers, and the next call is worked on", async () => {
  let fails = true;
  const one = microBatch(
    (calls: readonly number[]) =>
      fails ? Promise.reject(new Error("the database is away")) : Promise.resolve(namesOf(calls)),
    { atOnce: 1, maxBatch: 10 },
  );
  const failed = await Promise.allSettled([one(1), one(2)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  await expect(one(3)).resolves.toBe("result 3");
});

test("work that returns too few results leaves no caller without a response", async () => {
  const one = microBatch((calls: readonly number[]) => Promise.resolve(namesOf(calls).slice(1)), {
    atOnce: 1,
    maxBatch: 10,
  });
  const results = await Promise.allSettled([one(1), one(2)]);
  expect(results.at(-1)?.status).toBe("rejected");
});
