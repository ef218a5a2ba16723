import { expect, test } from "vitest";
import { FairTurns } from "./fair-turns";

const nextTurn = () => new Promise<void>((next) => setImmediate(next));

function send(turns: FairTurns, network: string, count: number, sent: string[]) {
  for (let n = 0; n < count; n += 1)
    turns.take(
      () => network,
      () => void sent.push(network),
    );
}

test("a few cached pages are sent at once, whatever their network", () => {
  const sent: string[] = [];
  send(new FairTurns(() => false), "192.0.2.1", 8, sent);
  expect(sent).toHaveLength(8);
});

test("beyond that, one network's hundreds do not come before another's one", async () => {
  const turns = new FairTurns(() => false);
  const sent: string[] = [];
  send(turns, "192.0.2.1", 500, sent);
  send(turns, "192.0.2.2", 1, sent);
  await expect.poll(() => sent.length).toBe(501);
  expect(sent.indexOf("192.0.2.2")).toBe(9);
});

test("hundreds are spread over several turns of the event loop", async () => {
  const sent: string[] = [];
  send(new FairTurns(() => false), "192.0.2.1", 200, sent);
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    seen.push(sent.length);
  }
  expect(seen).toEqual([24, 40, 56]);
});

test("while connections arrive, turns are short, because each accepts one", async () => {
  const sent: string[] = [];
  send(new FairTurns(() => true), "192.0.2.1", 200, sent);
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    seen.push(sent.length);
  }
  expect(seen).toEqual([4, 6, 8]);
});
