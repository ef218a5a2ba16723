import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { adoptConsole, createLogger } from "./logger";
import { sourcePlace, stackWithSources, UnpackBudget } from "./source-maps";
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
  const { error: write, warn } = console;
  onTestFinished(() => void Object.assign(console, { error: write, warn }));
  adoptConsole(logger);
  console.error(error);
  expect(lines).toHaveLength(2);
  const expectedStack = `Error: Nothing to press\n    at press (${place})\n    at ${place}\n    at ${elsewhere}`;
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ err: { stack: expectedStack } });
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ msg: expectedStack });
});

test("a position without a source map stays as it is", async () => {
  const { file, remove } = await builtScript("build/server/press.js");
  onTestFinished(remove);
  const always = () => true;
  expect(sourcePlace(`${file}.other`, 1, 1, always)).toBeNull();
  expect(sourcePlace(file, 90_000, 1, always)).not.toMatch(/NaN|undefined/);
  const lines: string[] = [];
  const place = "at file:///srv/build/server/gone.js:1:2";
  createLogger({ write: (line) => void lines.push(line) }).error(place);
  expect(lines.join("")).toContain(place);
});

test("a text that names our built files is logged as it is, whatever is in it", async () => {
  const { file, built, remove } = await builtScript("build/server/press.js");
  onTestFinished(remove);
  const place = `${pathToFileURL(file).href}:${built.line}:${built.column}`;
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => void lines.push(line) });
  for (const page of [place, "file:///%zz/build/server/a.js:1:1"]) {
    logger.warn({ page }, `A browser reported an error at ${page}`);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ page });
  }
});

test("a place in a stack in another spelling, or none, stays as it is", () => {
  for (const place of [
    "file:///%zz/build/server/a.js:1:1",
    "file:////srv/build/server/a.js:1:1",
    "file:///srv/build/server/../server/a.js:1:1",
  ]) {
    expect(stackWithSources(`Error: x\n    at ${place}`)).toBe(`Error: x\n    at ${place}`);
  }
});

test("maps are parsed only as far as the budget allows", () => {
  const budget = new UnpackBudget();
  expect(budget.allows(1_500_000)).toBe(true);
  expect(budget.allows(1_500_000)).toBe(false);
});
