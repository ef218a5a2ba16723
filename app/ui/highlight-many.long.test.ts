import { processorTime } from "@platen/kit";
import { expect, test } from "vitest";
import { highlight } from "./highlight.server";

test("many blocks of slow code take a few seconds together, and others have turns between them", async () => {
  const before = processorTime();
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const blocks = Array.from({ length: 40 }, (_, n) => `${"a".repeat(490)}${n}\n`.repeat(39));
  const shown = await Promise.all(
    blocks.map((code) => highlight({ language: "typescript", filename: null, code })),
  );
  clearInterval(counting);
  expect(shown.map((code) => code?.html.replace(/<[^>]*>/g, ""))).toEqual(
    blocks.map((code) => code.trimEnd()),
  );
  expect(turns).toBeGreaterThan(3);
  // Milliseconds of processor time: without a bound for all it takes more than twice as much.
  expect(processorTime() - before).toBeLessThan(10_000);
  // On a machine that leaves it little of the processor, each block has five seconds.
}, 600_000);
