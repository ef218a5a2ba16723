import { expect, test } from "vitest";
import { FairSlots } from "./fair-slots";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** One slot, and in which order it was used. */
function oneSlot() {
  const slots = new FairSlots(1);
  const order: string[] = [];
  const use = async (requester: string) => {
    const free = await slots.take(requester);
    order.push(requester);
    await turn();
    free();
  };
  /** Requesters that each have many waiting, until `work` is done. */
  const besideCrowd = async (work: () => Promise<void>) => {
    let isBusy = true;
    const crowd = Array.from({ length: 10 }, (_, n) => `mallory-${n}`).flatMap((requester) =>
      Array.from({ length: 15 }, async () => {
        while (isBusy) await use(requester);
      }),
    );
    while (order.length < 200) await turn();
    await work();
    isBusy = false;
    await Promise.all(crowd);
  };
  return { use, order, besideCrowd };
}

test("a requester's many keep another's waiting for none but the one that has the slot", async () => {
  const { use, order } = oneSlot();
  const many = Array.from({ length: 20 }, () => use("mallory"));
  await Promise.all([...many, use("ada"), use("ada"), use("ada")]);
  expect(order.slice(1, 7)).toEqual(["mallory", "ada", "mallory", "ada", "mallory", "ada"]);
});

test("one after the other does not wait for one of everyone's each time", async () => {
  const { use, order, besideCrowd } = oneSlot();
  await besideCrowd(async () => {
    const before = order.length;
    for (let n = 0; n < 8; n += 1) await use("ada");
    // One has the slot when the first is asked for, and one starts before the next is.
    expect(order.slice(before).filter((name) => name !== "ada").length).toBeLessThanOrEqual(16);
  });
});

test("one that had many slots while they were free is not behind all that are new", async () => {
  const { use, order } = oneSlot();
  for (let n = 0; n < 30; n += 1) await use("ada");
  let isBusy = true;
  const crowd = Array.from({ length: 10 }, (_, n) => `new ${n}`).flatMap((requester) =>
    [1, 2].map(async () => {
      while (isBusy) await use(requester);
    }),
  );
  for (let n = 0; n < 3; n += 1) await use("ada");
  expect(order.slice(30).filter((name) => name !== "ada").length).toBeLessThan(50);
  isBusy = false;
  await Promise.all(crowd);
});

test("no more slots are in use at once than there are, even after work has failed", async () => {
  const slots = new FairSlots(2);
  let inUse = 0;
  const counted = async () => {
    inUse += 1;
    expect(inUse).toBeLessThanOrEqual(2);
    await turn();
    inUse -= 1;
  };
  const failing = slots.run("ada", () => Promise.reject(new Error("no")));
  const others = ["ada", "bo", "bo", "cy"].map((requester) => slots.run(requester, counted));
  await expect(failing).rejects.toThrow("no");
  await Promise.all(others);
  await slots.run("di", counted);
});

test("one that is aborted while it waits leaves the queue, and its work does not begin", async () => {
  const slots = new FairSlots(1);
  const free = await slots.take("ada");
  const abort = new AbortController();
  const begun: string[] = [];
  const begin = (name: string) => async () => void begun.push(name);
  const waiting = slots.run("bo", begin("bo"), abort.signal);
  const next = slots.run("cy", begin("cy"), abort.signal);
  const last = slots.run("di", begin("di"));
  abort.abort(new Error("too late"));
  await expect(waiting).rejects.toThrow("too late");
  await expect(next).rejects.toThrow("too late");
  free();
  await last;
  expect(begun).toEqual(["di"]);
});

test("one that is aborted as its turn comes does not begin either, and passes the slot on", async () => {
  const slots = new FairSlots(1);
  const free = await slots.take("ada");
  const abort = new AbortController();
  const begun: string[] = [];
  const waiting = slots.run("bo", async () => void begun.push("bo"), abort.signal);
  free();
  abort.abort(new Error("too late"));
  await expect(waiting).rejects.toThrow("too late");
  await slots.run("cy", async () => void begun.push("cy"));
  expect(begun).toEqual(["cy"]);
});
