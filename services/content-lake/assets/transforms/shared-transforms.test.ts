import { expect, test } from "vitest";
import { SharedTransforms } from "./shared-transforms";
import { TransformQueue } from "./transform-queue";

/** A queue whose one place is taken until it is released. */
function busyQueue() {
  const queue = new TransformQueue(1, 10);
  let release = () => {};
  void queue.run("other", () => new Promise<void>((resolve) => (release = resolve)));
  return { queue, release: () => release() };
}

const turnOf = (queue: TransformQueue, requester: string, work: () => Promise<string>) => ({
  requester,
  inTurn: (begin: () => Promise<void>) => queue.run(requester, begin),
  work,
});

test("work under one key is done once for all requesters", async () => {
  const shared = new SharedTransforms<string>();
  const queue = new TransformQueue(2, 10);
  let count = 0;
  const work = async () => `made ${(count += 1)}`;
  const results = await Promise.all(
    ["ann", "bob", "ann"].map((requester) => shared.run("a", turnOf(queue, requester, work))),
  );
  expect(results).toEqual(["made 1", "made 1", "made 1"]);
  expect(await shared.run("a", turnOf(queue, "ann", work))).toBe("made 2");
});

test("it is done in the first turn that one of them gets, not behind all that the first has queued", async () => {
  const shared = new SharedTransforms<string>();
  const { queue, release } = busyQueue();
  const done: string[] = [];
  const make = (name: string) => async () => {
    done.push(name);
    return name;
  };
  const floods = ["1", "2", "3", "wanted"].map((key) =>
    shared.run(key, turnOf(queue, "flood", make(`${key} for the flood`))),
  );
  const honest = shared.run("wanted", turnOf(queue, "visitor", make("wanted for the visitor")));
  release();
  expect(await honest).toBe("wanted for the visitor");
  await Promise.all(floods);
  expect(done).toEqual([
    "1 for the flood",
    "wanted for the visitor",
    "2 for the flood",
    "3 for the flood",
  ]);
});

test("a requester whose turn is refused does not fail the others", async () => {
  const shared = new SharedTransforms<string>();
  const { queue, release } = busyQueue();
  const refused = {
    requester: "flood",
    inTurn: () => Promise.reject(new Error("Wait a minute.")),
    work: async () => "never",
  };
  const honest = shared.run(
    "a",
    turnOf(queue, "visitor", async () => "made"),
  );
  const flood = shared.run("a", refused);
  release();
  expect(await Promise.all([honest, flood])).toEqual(["made", "made"]);
  await expect(shared.run("b", refused)).rejects.toThrow("Wait a minute.");
});

test("work that fails fails for all who wait, and is tried again by the next", async () => {
  const shared = new SharedTransforms<string>();
  const queue = new TransformQueue(1, 10);
  const failing = async () => Promise.reject(new Error("Broken."));
  const runs = ["ann", "bob"].map((requester) =>
    shared.run("a", turnOf(queue, requester, failing)),
  );
  const outcomes = await Promise.allSettled(runs);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(
    await shared.run(
      "a",
      turnOf(queue, "ann", async () => "made"),
    ),
  ).toBe("made");
});
