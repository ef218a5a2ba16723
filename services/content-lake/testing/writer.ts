import { writeSync } from "node:fs";
import { openDatabase } from "@platen/postgres";
import { limits } from "../limits";
import { Store } from "../store";

/**
 * The process that the durability test kills: it writes without end, eight writes at a time, and
 * names each on a line of its output once the store has acknowledged it. A write creates two
 * documents that refer to each other and counts itself in a third: each goes to Postgres
 * separately, so that the kill may come between them.
 */
limits.portion.documents = 1;
const [directory = ""] = process.argv.slice(2);
const store = await Store.open(await openDatabase(directory));
const first = store.sequence;

async function write(name: string): Promise<void> {
  const [left, right] = [`${name}-left`, `${name}-right`];
  await store.transactInSteps({ author: "writer", transactionId: name }, function* (transaction) {
    const padding = "x".repeat(Math.floor(Math.random() * 20_000));
    transaction.create({ _id: left, _type: "pair", to: { _ref: right }, padding });
    transaction.create({ _id: right, _type: "pair", to: { _ref: left } });
    if (transaction.get("counter")) yield* transaction.patch("counter", { inc: { n: 1 } });
    else transaction.create({ _id: "counter", _type: "counter", n: 1 });
  });
  writeSync(1, `${name}\n`);
}

await Promise.all(
  Array.from({ length: 8 }, async (_, lane) => {
    for (let n = 0; ; n++) await write(`write-${first}-${lane}-${n}`);
  }),
);
