import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "./logger";
import { sourcePlace } from "./source-maps";
import { builtScript } from "../testing/built-script";

test("a server error is logged with source positions", async () => {
  const { file, built, place, remove } = await builtScript("build/server/assets/press.js");
  onTestFinished(remove);
  const error = new Error("Nothing to press");
  const address = `${pathToFileURL(file).href}:${built.line}:${built.column}`;
  const elsewhere = "node:internal/process/task_queues:95:5";
  error.stack = `Error: Nothing to press\n    at press (${address})\n    at ${address}\n    at ${elsewhere}`;
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => void lines.push(line) });
  logger.error({ err: error }, "A request failed.");
  logger.error(error.stack);
  expect(lines).toHaveLength(2);
  const expectedStack = `Error: Nothing to press\n    at press (${place})\n    at ${place}\n    at ${elsewhere}`;
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ err: { stack: expectedStack } });
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ msg: expectedStack });
});

test("a position without a source map stays as it is", async () => {
  const { file, remove } = await builtScript("build/server/press.js");
  onTestFinished(remove);
  expect(sourcePlace(`${file}.other`, 1, 1)).toBeNull();
  expect(sourcePlace(file, 90_000, 1)).not.toMatch(/NaN|undefined/);
  const lines: string[] = [];
  const place = "at file:///srv/build/server/gone.js:1:2";
  createLogger({ write: (line) => void lines.push(line) }).error(place);
  expect(lines.join("")).toContain(place);
});
