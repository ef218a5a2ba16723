import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "@platen/postgres";
import type { Database } from "@platen/postgres/database";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import type { Commit } from "../commit";
import { isRecord } from "../document";
import { Store } from "../store";
import { serveLake } from "../testing/serve";
import { TestSocket } from "../testing/socket";
import { readPastCommits } from "./past-commits";

let database: Database;
let store: Store;
let commits: Commit[];

beforeEach(async () => {
  database = await openMemoryDatabase();
  store = await Store.open(database);
  commits = [];
  store.onCommit((commit) => commits.push(commit));
});
afterEach(() => database.close());

const create = (_id: string, transactionId?: string) =>
  store.transact({ author: "ann", transactionId }, (transaction) =>
    transaction.create({ _id, _type: "note", text: "first" }),
  );

test("the log returns the last commits as they were sent", async () => {
  await create("a");
  await create("b");
  await store.transactInSteps({ author: "bob" }, function* (transaction) {
    yield* transaction.patch("a", { set: { text: "second" } });
    transaction.delete("b");
    transaction.create({ _id: "c", _type: "note" });
  });
  await create("b");
  const again = await Store.open(database);
  const plain = (each: Commit) => JSON.parse(JSON.stringify({ ...each, size: 0 }));
  const inOrder = ({ changes, ...commit }: Commit): Commit => ({
    ...commit,
    changes: changes.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
  });
  const past = await readPastCommits(database, again);
  expect(past.map(plain)).toEqual(commits.map(inOrder).map(plain));
});

test("a commit of which something was purged is left out, and all before it", async () => {
  await create("a");
  await store.transact({ author: "ann" }, (transaction) => {
    transaction.delete("a");
    transaction.purge("a");
  });
  await create("b", "after");
  const past = await readPastCommits(database, store);
  expect(past.map(({ transactionId }) => transactionId)).toEqual(["after"]);
});

test("an empty lake has none, and only the last of a long log are read", async () => {
  expect(await readPastCommits(database, store)).toEqual([]);
  for (let n = 0; n < 101; n++) await create(`n${n}`, `t${n}`);
  const past = await readPastCommits(database, store);
  expect(past.map(({ transactionId }) => transactionId)).toEqual(
    Array.from({ length: 100 }, (_, n) => `t${n + 1}`),
  );
});

test("a listener resumes on a restarted lake", async () => {
  const directory = await mkdtemp(join(tmpdir(), "lake-resumed-"));
  const data = join(directory, "data");
  await openDatabase(data).then((made) => made.close());
  const before = await serveLake(data);
  for (const [id, name] of [
    ["a", "seen"],
    ["a2", "missed"],
  ] as const) {
    const create = { _id: id, _type: "note" };
    await before.client().transaction([{ create }]).transactionId(name).commit();
  }
  await before.close();

  const after = await serveLake(data);
  const address = `${after.url}/vX/mux/production`;
  const socket = await TestSocket.open(address, after.as({ id: "editor" }));
  const query = "*[_id in ['a', 'a2']]";
  socket.send({ op: "listen", id: "1", query, lastEventId: "seen" });
  const isBack = ({ event }: Record<string, unknown>) =>
    isRecord(event) && event.type === "welcomeback";
  await socket.find(isBack);
  expect(socket.messages).toMatchObject([
    { event: { type: "mutation", transactionId: "missed", documentId: "a2" } },
    { event: { type: "welcomeback", lastEventId: "missed" } },
  ]);
  socket.socket.terminate();
  await after.close();
  await rm(directory, { recursive: true, force: true });
});
