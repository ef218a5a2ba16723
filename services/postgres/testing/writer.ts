import { openDatabase } from "../open";

/**
 * The process that a test kills: it inserts numbers without end, and prints each once it is
 * acknowledged.
 */
const [directory = "", first = ""] = process.argv.slice(2);
const database = await openDatabase(directory);
for (let id = Number(first); ; id += 1) {
  await database.query("insert into t values ($1, repeat('x', 500))", [id]);
  console.log(id);
}
