import { lockDirectory } from "../lock";

/** The process that locks a directory and stays, or reports why it cannot. */
const [directory = ""] = process.argv.slice(2);
try {
  await lockDirectory(directory);
  console.log("locked");
  setInterval(() => {}, 1_000);
} catch (error) {
  console.log(`refused ${error instanceof Error ? error.message : String(error)}`);
}
