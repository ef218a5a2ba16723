import { expect, onTestFinished, test, vi } from "vitest";
import { PageCache } from "../../server/site/cache/page-cache";
import { LoadShedder } from "../../server/site/limits/load-shedding";
import { warmUp } from "../../server/site/render/warm-up";

const noChanges = () => {};

/** A site of this many pages, during its start: which of them were rendered, and how. */
function startSite(count: number, onRender: () => void = () => {}) {
  const made: string[] = [];
  const sitemap = Array.from({ length: count }, (_, n) => `<loc>https://platen.example/${n}</loc>`);
  const pages = new PageCache(async (key) => {
    if (/^\/\d/.test(key)) made.push(key);
    onRender();
    return {
      ...{
        status: 200,
        headers: {},
        tags: [],
        expiresAt: Infinity,
        stale: false,
        shareable: true,
        setsCookie: false,
      },
      body: Buffer.from(sitemap.join("")),
    };
  }, noChanges);
  const loadShedder = new LoadShedder(
    () => {},
    () => 0,
  );
  onTestFinished(() => loadShedder.close());
  /** Long enough for several more pages. */
  const resume = async () => {
    for (let n = 0; n < 10; n++) await pages.page(`/visitor-${n}`);
  };
  return { pages, loadShedder, made, resume, start: () => warmUp(pages, loadShedder) };
}

test("a start renders the pages of the sitemap one after another", async () => {
  const { start, made } = startSite(12);
  start();
  await expect.poll(() => made).toEqual(Array.from({ length: 12 }, (_, n) => `/${n}`));
});

test("at most two hundred pages of a large site", async () => {
  const { start, made, resume } = startSite(230);
  start();
  await expect.poll(() => made).toHaveLength(200);
  await resume();
  expect(made).toHaveLength(200);
});

test("as many pages of a slow site as twenty seconds allow", async () => {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  // The sitemap takes its second, too.
  const { start, made, resume } = startSite(60, () => (now += made.length < 30 ? 1_000 : 0));
  start();
  await expect.poll(() => made).toHaveLength(19);
  await resume();
  expect(made).toHaveLength(19);
});

test("after visitors' pages", async () => {
  const { start, loadShedder, made, resume } = startSite(12);
  loadShedder.rendering = 1;
  start();
  await resume();
  expect(made).toEqual([]);
  loadShedder.rendering = 0;
  await expect.poll(() => made).toHaveLength(12);
});

test("not after a shutdown has started", async () => {
  const { start, made, resume } = startSite(200);
  const stop = start();
  await expect.poll(() => made.length).toBeGreaterThan(0);
  stop();
  await resume();
  const before = made.length;
  await resume();
  expect(made).toHaveLength(before);
  expect(before).toBeLessThan(200);
});
