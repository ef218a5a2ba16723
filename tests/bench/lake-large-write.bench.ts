import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { bench } from "vitest";
import { serveLake } from "@platen/content-lake/testing/serve";
import { report, requireBars, singleRun } from "./measure";

/** How long everyone else waits while one request writes 10,000 documents of some 1.5 kB. */

const count = 10_000;
const text = "Ink dries, paper stays. ".repeat(60);

/**
 * The maximum time that the event loop was blocked meanwhile, and how long the work took, in
 * milliseconds.
 */
async function standstill(work: () => Promise<unknown>): Promise<[number, number]> {
  const delay: IntervalHistogram = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await work();
  const taken = performance.now() - start;
  delay.disable();
  return [delay.max / 1e6, taken];
}

bench(
  "a write of ten thousand documents",
  async () => {
    const served = await serveLake();
    const client = served.client();
    const all = { query: "*[_type == 'post']" };
    for (let start = 0; start < count; start += 1_000) {
      await served.lake.store.transact({ author: "bench" }, (transaction) => {
        for (let n = start; n < start + 1_000; n++) {
          const related = { _ref: `document-${Math.floor(n / 10) * 10}` };
          transaction.create({ _id: `document-${n}`, _type: "post", n, related, body: text });
        }
      });
    }
    const patch = () => client.patch(all).inc({ n: 1 }).commit({ returnDocuments: false });
    const edits = Array.from({ length: count }, (_, n) => ({
      patch: { id: `document-${n}`, set: { title: `Post ${n}` } },
    }));
    const listening = client.listen("*[_type == 'post']", {}, { includeResult: false });
    const works: [string, () => Promise<unknown>][] = [
      ["a patch by query", patch],
      ["ten thousand patches", () => client.mutate(edits, { returnDocuments: false })],
      ["a patch by query that a listener receives", patch],
      ["a deletion by query", () => client.delete(all)],
    ];
    for (const [name, work] of works) {
      const subscription = name.includes("listener") ? listening.subscribe() : undefined;
      const [longest, taken] = await standstill(work);
      subscription?.unsubscribe();
      report(`${name}: longest standstill`, longest, "ms", 400);
      report(`${name}: in all`, taken, "ms");
    }
    const rows = Array.from({ length: 9_000 }, (_, n) => ({ _key: `${n}`, n }));
    await client.create({ _id: "long", _type: "long", rows, text: text.repeat(800) });
    // Each part has a different text, and is searched in all of this one: half a minute's work.
    const parts = Array.from(
      { length: 10_000 },
      (_, n) => `@@ -${n * 90 + 1},4 +${n * 90 + 1},4 @@\n-z%25qx\n+yyyy\n`,
    );
    const costly: [string, () => Promise<unknown>][] = [
      [
        "a patch of nine thousand places",
        () => client.patch("long").inc({ "rows[*].n": 1 }).commit(),
      ],
      [
        "a patch that is refused as too costly",
        () =>
          client
            .patch("long")
            .diffMatchPatch({ text: parts.join("") })
            .commit()
            .catch(() => {}),
      ],
    ];
    for (const [name, work] of costly) {
      const [longest, taken] = await standstill(work);
      report(`${name}: longest standstill`, longest, "ms", 400);
      report(`${name}: in all`, taken, "ms");
    }
    await served.close();
    requireBars();
  },
  singleRun,
);
