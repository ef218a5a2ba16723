import { expect, test } from "vitest";
import { TransactionTurns } from "./transaction-turns.server";

/** A transaction that ends when it is told. */
function transaction() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { run: () => ended, end: () => end() };
}

test("one account's many transactions keep another's waiting for one of them only", async () => {
  const turns = new TransactionTurns(2);
  const order: string[] = [];
  const running = [transaction(), transaction()];
  const held = running.map(({ run }) => turns.run("mallory", run));
  const waiting = ["mallory", "mallory", "mallory", "ada"].map((account) =>
    turns.run(account, async () => void order.push(account)),
  );
  expect(order).toEqual([]);
  for (const { end } of running) end();
  await Promise.all([...held, ...waiting]);
  expect(order).toEqual(["mallory", "ada", "mallory", "mallory"]);
});

test("no more run at once, also after one has failed", async () => {
  const turns = new TransactionTurns(1);
  const failing = turns.run("ada", () => Promise.reject(new Error("no")));
  let inFlight = 0;
  const counted = async () => {
    inFlight += 1;
    expect(inFlight).toBe(1);
    await Promise.resolve();
    inFlight -= 1;
  };
  const others = ["ada", "bo", "bo"].map((account) => turns.run(account, counted));
  await expect(failing).rejects.toThrow("no");
  await Promise.all(others);
  await turns.run("cy", counted);
});
