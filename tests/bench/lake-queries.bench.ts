import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, bench, describe, expect } from "vitest";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";

/**
 * How long the site waits for the lake: over HTTP, by the unmodified client, after a write has
 * invalidated indexes.
 */

const documentBytes = 1_500;
const text = "Ink dries, paper stays. ".repeat(documentBytes / 24);

const bySlug =
  "*[_type == 'post' && slug.current == $slug][0]{title, body, 'author': author->name}";
const referring = "*[references($id)]{_id}";
const referringPosts = "*[_type == 'post' && references($id)]{_id}";
/** The same result, by a filter that the lake cannot optimize: it scans all documents. */
const lookingAtAll = "*[coalesce(references($id), false)]{_id}";
const firstPage = "*[_type == 'post'] | order(publishedAt desc)[0...10]{title, publishedAt}";

/** A lake with this many documents: two thirds posts, the rest of another type, and ten authors. */
async function lakeOf(count: number): Promise<ServedLake> {
  const served = await serveLake();
  const { store } = served.lake;
  for (let start = 0; start < count; start += 1_000) {
    await store.transact({ author: "bench" }, (transaction) => {
      for (let n = 0; n < 10 && start === 0; n++) {
        transaction.create({ _id: `author-${n}`, _type: "author", name: `Author ${n}` });
      }
      for (let n = start; n < Math.min(start + 1_000, count); n++) {
        transaction.create({
          _id: `document-${n}`,
          _type: n % 3 === 2 ? "note" : "post",
          title: `Post ${n}`,
          slug: { _type: "slug", current: `post-${n}` },
          publishedAt: new Date(1_600_000_000_000 + ((n * 7_919) % count) * 1_000).toISOString(),
          author: { _type: "reference", _ref: `author-${n % 10}` },
          related: [{ _type: "reference", _ref: `document-${Math.floor(n / 5) * 5}`, _weak: true }],
          body: text,
        });
      }
    });
  }
  return served;
}

/** The median of this many times, in milliseconds. */
async function median(runs: number, work: (run: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work(run);
    times.push(performance.now() - start);
  }
  return times.sort((left, right) => left - right)[runs >> 1] ?? 0;
}

const lakes = new Map<number, ServedLake>();
const clientOf = (count: number) => {
  const served = lakes.get(count);
  if (!served) throw new Error(`There is no lake of ${count} documents.`);
  return served.client();
};
const lookUp = (count: number) => (run: number) =>
  clientOf(count).fetch(bySlug, { slug: `post-${((run * 37) % (count / 3)) * 3}` });

beforeAll(async () => {
  for (const count of [100, 1_500, 10_000]) lakes.set(count, await lakeOf(count));
  // In turns, so that other load of the machine affects both alike.
  const times = { small: 0, large: 0 };
  const rounds = 5;
  for (let round = 0; round <= rounds; round++) {
    const small = await median(200, lookUp(100));
    const large = await median(200, lookUp(10_000));
    if (round === 0) continue;
    times.small += small / rounds;
    times.large += large / rounds;
  }
  const refer = (query: string, runs: number) =>
    median(runs, (run) => clientOf(10_000).fetch(query, { id: `document-${run * 5}` }));
  const [all, indexed, typed] = [
    await refer(lookingAtAll, 20),
    await refer(referring, 200),
    await refer(referringPosts, 200),
  ];
  const page = await median(200, () => clientOf(1_500).fetch(firstPage));
  const write = (run: number) =>
    clientOf(1_500)
      .patch("document-0")
      .set({ title: `Post ${run}` })
      .commit();
  const writing = await median(50, write);
  const again = await median(50, async (run) => {
    await write(run);
    await clientOf(1_500).fetch(firstPage);
  });
  console.log(
    [
      `lookup by slug with its author: ${times.small.toFixed(2)} ms at 100 documents, ${times.large.toFixed(2)} ms at 10,000: ${(times.large / times.small).toFixed(2)}×`,
      `who refers to a document, at 10,000: ${indexed.toFixed(2)} ms, with a type ${typed.toFixed(2)} ms; looking at all ${all.toFixed(2)} ms: ${(all / indexed).toFixed(1)}×`,
      `first page of 1,000 in order: ${page.toFixed(2)} ms, and again after a write ${(again - writing).toFixed(2)} ms; a write: ${writing.toFixed(2)} ms`,
    ].join("\n"),
  );
  expect(times.large / times.small).toBeLessThan(2);
  expect(all / indexed).toBeGreaterThan(5);
  expect(page).toBeLessThan(10);
}, 300_000);

afterAll(async () => {
  for (const served of lakes.values()) await served.close();
});

describe("a lookup by slug with a dereference", () => {
  for (const count of [100, 10_000]) {
    let run = 0;
    bench(`${count} documents`, async () => void (await lookUp(count)(run++)), { time: 2_000 });
  }
});

describe("the first page of a type of 1,000, in order", () => {
  bench("1,500 documents", async () => void (await clientOf(1_500).fetch(firstPage)), {
    time: 2_000,
  });
});
