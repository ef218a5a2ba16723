import { expect, test } from "vitest";
import { EventLoopScheduler } from "../limits/event-loop-scheduler";
import { WaitingNetworks } from "./waiting-networks";

test("what several networks wait for goes on in the first turn of one of them", async () => {
  const turns = new EventLoopScheduler({ accepted: () => 0, isUrgent: () => false });
  const take = (network: string) => turns.take(network);
  const done: string[] = [];
  const networks = new WaitingNetworks("flood");
  const first = take("flood").then(() => done.push("in progress"));
  const flood = Array.from({ length: 5 }, () => take("flood").then(() => done.push("flood")));
  const shared = networks.turn(take).then(() => done.push("shared"));
  networks.add("visitor");
  networks.add("visitor");
  await Promise.all([first, ...flood, shared]);
  expect(done).toEqual(["in progress", "flood", "shared", "flood", "flood", "flood", "flood"]);
});

test("a later turn of the same rendering waits again, for all of them", async () => {
  const asked: string[] = [];
  const begins = new Map<string, () => void>();
  const take = (network: string) => {
    asked.push(network);
    return new Promise<void>((begin) => begins.set(network, begin));
  };
  const networks = new WaitingNetworks("a");
  const first = networks.turn(take);
  begins.get("a")?.();
  await first;
  networks.add("b");
  expect(asked).toEqual(["a"]);
  const second = networks.turn(take);
  expect(asked).toEqual(["a", "a", "b"]);
  begins.get("b")?.();
  await second;
});
