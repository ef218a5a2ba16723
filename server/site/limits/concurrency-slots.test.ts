import { EventEmitter } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { ConcurrencySlots } from "./concurrency-slots";

afterEach(() => void vi.useRealTimers());

const client = () => new EventEmitter();

test("one network gets its share, and other networks theirs", async () => {
  const slots = new ConcurrencySlots({ total: 3, perNetwork: 2, waiting: 0 });
  const first = await slots.take("a", client());
  expect(await slots.take("a", client())).not.toBeNull();
  expect(await slots.take("a", client())).toBeNull();
  expect(await slots.take("b", client())).not.toBeNull();
  expect(await slots.take("c", client())).toBeNull();
  first?.();
  expect(await slots.take("c", client())).not.toBeNull();
});

test("a slot that is released twice is free once", async () => {
  const slots = new ConcurrencySlots({ total: 1, perNetwork: 1, waiting: 0 });
  const release = await slots.take("a", client());
  release?.();
  expect(await slots.take("b", client())).not.toBeNull();
  release?.();
  expect(await slots.take("c", client())).toBeNull();
});

test("waiting networks are served in turn, whatever the length of their queues", async () => {
  const slots = new ConcurrencySlots({ total: 1, perNetwork: 1, waiting: 10 });
  let release = await slots.take("a", client());
  const served: string[] = [];
  const waiting = ["a", "a", "a", "b", "c"].map(async (network) => {
    const mine = await slots.take(network, client());
    served.push(network);
    release = mine;
  });
  for (let n = 1; n <= waiting.length; n += 1) {
    release?.();
    await eventually(() => expect(served).toHaveLength(n));
  }
  expect(served).toEqual(["a", "b", "c", "a", "a"]);
});

test("a network without a slot comes before those that have some", async () => {
  const slots = new ConcurrencySlots({ total: 4, perNetwork: 3, waiting: 10 });
  const held = [];
  for (const network of ["a", "a", "b", "b"]) held.push(await slots.take(network, client()));
  const served: string[] = [];
  for (const network of ["a", "b", "c"])
    void slots.take(network, client()).then(() => served.push(network));
  held[0]?.();
  await eventually(() => expect(served).toEqual(["c"]));
  held[2]?.();
  await eventually(() => expect(served).toEqual(["c", "a"]));
});

test("a client that disconnects leaves the queue, and one that waits too long is refused", async () => {
  vi.useFakeTimers();
  const slots = new ConcurrencySlots({ total: 1, perNetwork: 1, waiting: 1 });
  const release = await slots.take("a", client());
  const leaving = client();
  const left = slots.take("a", leaving);
  leaving.emit("close");
  expect(await left).toBeNull();
  const late = slots.take("a", client());
  expect(await slots.take("a", client())).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await late).toBeNull();
  release?.();
  expect(await slots.take("a", client())).not.toBeNull();
});
