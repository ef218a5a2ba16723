import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { bench } from "vitest";
import { type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { bundle } from "@platen/kit/testing/bundle";
import { report, requireBars, singleRun, Times } from "./measure";

/**
 * How long the site waits while others run queries that would take years: plain lookups, and a slow
 * list of its own. Meanwhile an editor writes, so that no cache can serve the results. All in one
 * run, with and without the others.
 */

const count = 10_000;
const text = "Ink dries, paper stays. ".repeat(40);
const seconds = Number(process.env.SLOW_QUERIES_SECONDS ?? 12);

const lookup = "*[_type == 'post' && slug.current == $slug][0]{title, 'author': author->name}";
const slowList = "*[_type == 'post' && lower(body) match 'paper*'] | order(n desc)[0...10]{title}";
/** Joins all documents with all, with different text each time. */
const killer = (name: string) =>
  `count(*[count(*[count(*[n == ^.n + 1 && title != "${name}"]) > 0]) > 0])`;

/** A lake with this many documents. */
async function open(queryWorker: URL): Promise<ServedLake> {
  const served = await serveLake(undefined, queryWorker);
  for (let start = 0; start < count; start += 1_000) {
    await served.lake.store.transact({ author: "bench" }, (transaction) => {
      for (let n = start; n < start + 1_000; n++) {
        transaction.create({
          _id: n < 10 ? `author-${n}` : `document-${n}`,
          _type: n < 10 ? "author" : "post",
          n,
          title: `Post ${n}`,
          slug: { current: `post-${n}` },
          author: { _type: "reference", _ref: `author-${n % 10}` },
          body: text,
        });
      }
    });
  }
  return served;
}

/** Repeats something, with a pause in between, until it is stopped. */
async function repeat(signal: AbortSignal, rest: number, work: (run: number) => Promise<unknown>) {
  for (let run = 0; !signal.aborted; run++) {
    await work(run);
    await pause(rest);
  }
}

interface Phase {
  lookups: Times;
  lists: Times;
  refused: number;
}

/** How long the site's reader waited while this many others ran queries. */
async function measure(served: ServedLake, killers: number): Promise<Phase> {
  const end = AbortSignal.timeout(seconds * 1_000);
  const site = served.client({ token: tokens.readToken, perspective: "published", maxRetries: 0 });
  const editor = served.client();
  const phase: Phase = { lookups: new Times(), lists: new Times(), refused: 0 };
  const refuse = () => void phase.refused++;
  const askAs = async (id: string, query: string) => {
    const url = `${served.url}/v2025-02-19/data/query/production?query=${encodeURIComponent(query)}`;
    const response = await fetch(url, { headers: served.as({ id }), signal: end });
    await response.text();
  };
  await Promise.all([
    repeat(end, 5, (run) =>
      phase.lookups
        .of(() => site.fetch(lookup, { slug: `post-${10 + ((run * 37) % 9_000)}` }))
        .catch(refuse),
    ),
    repeat(end, 500, () => phase.lists.of(() => site.fetch(slowList)).catch(refuse)),
    repeat(end, 200, (n) => editor.patch("document-10").set({ times: n }).commit()),
    ...Array.from({ length: killers }, (_, n) =>
      // Four clients send queries. One that is cut off by the end of the phase is not a failure.
      repeat(end, 1_000, () =>
        askAs(`person-${n % 4}`, killer(`${killers}, ${n}`)).catch(() => {}),
      ),
    ),
  ]);
  return phase;
}

bench(
  "lookups beside slow queries",
  async () => {
    const worker = await bundle("services/content-lake/query/query-worker.ts");
    const served = await open(pathToFileURL(worker.file));
    await measure(served, 0);
    const alone = await measure(served, 0);
    for (const killers of [0, 12, 38]) {
      const phase = killers === 0 ? alone : await measure(served, killers);
      const { lookups, lists, refused } = phase;
      const beside = `${killers} beside`;
      report(`${beside}: lookups, 50th of a hundred`, lookups.percentile(50), "ms");
      report(`${beside}: lookups, 99th of a hundred`, lookups.percentile(99), "ms");
      report(`${beside}: lookups, longest`, lookups.percentile(100), "ms");
      const ratio = lookups.percentile(99) / alone.lookups.percentile(99);
      report(`${beside}: lookups, 99th against none`, ratio, "×");
      report(`${beside}: the site's slow list, 50th of a hundred`, lists.percentile(50), "ms");
      report(`${beside}: the site's slow list, longest`, lists.percentile(100), "ms");
      report(`${beside}: refused to the site`, refused, "of all", 0);
      console.log(`${lookups.count} lookups, ${lists.count} lists`);
    }
    await served.close();
    await worker.remove();
    requireBars();
  },
  singleRun,
);
