import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openTransactions, type ServiceTx } from "@domain/database/transactions.server";
import { openTestDatabase, type TestDatabase } from "./support/test-database";

let served: TestDatabase;
let transactions: ReturnType<typeof openTransactions>;

beforeAll(async () => {
  served = await openTestDatabase();
  await served.database.execute(
    "create table public.notes (text text); grant all on public.notes to service_role",
  );
  transactions = openTransactions(served.address);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await transactions.close();
  await served.close();
});

const write = (tx: ServiceTx, text: string) =>
  tx.execute(sql`insert into public.notes values (${text})`);

const unavailable = expect.objectContaining({ status: 503 });

/** What is stored, once everything that was begun before has ended. */
const stored = () =>
  transactions.withService(async (tx) => {
    const rows = await tx.execute(sql`select text from public.notes`);
    return rows.map(({ text }) => text);
  });

test("what was refused with 503 after ten seconds is not written later", async () => {
  // Only what the limit itself uses: the database works on.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let begun = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const begin = (text: string) =>
    transactions.withService(async (tx) => {
      await write(tx, text);
      begun += 1;
      await gate;
    });
  // More than are let in at once: the last waits for its turn.
  const refused = Array.from({ length: 5 }, (_, n) => begin(`note ${n}`));
  const outcomes = Promise.allSettled(refused);
  const first = served.concurrent ? 4 : 1;
  await vi.waitUntil(() => begun === first, { interval: 5 });
  vi.advanceTimersByTime(10_000);
  for (const outcome of await outcomes) {
    expect(outcome).toEqual({ status: "rejected", reason: unavailable });
  }
  vi.useRealTimers();
  release();
  expect(await stored()).toEqual([]);
});
