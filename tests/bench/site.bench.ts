import { execFile, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request as openRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { brotliDecompressSync } from "node:zlib";
import type { SanityClient } from "@sanity/client";
import { bench } from "vitest";
import { z } from "zod";
import { openBackendLake } from "../e2e/support/backend-lake";
import { processesOf } from "../e2e/support/processes";
import { freePort, startSite, type RunningSite } from "../e2e/support/start-site";
import { singleRun, report, reportAtLeast, requireBars, Times } from "./measure";

bench("the site as visitors meet it", measure, singleRun);

let site: RunningSite;
let lake: SanityClient;

async function measure(): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "bench-site-"));
  // Each visitor of the benchmark has an IP address of their own, as real visitors do.
  const options = { dataDirectory, environment: { TRUSTED_PROXIES: "1" } };
  try {
    await (await startSite(options)).stop();
    const started = performance.now();
    site = await startSite(options);
    report("start, with data", (performance.now() - started) / 1_000, "s", 5);
    lake = await openBackendLake(dataDirectory);
    await warm();
    measureMemory();
    await measureThroughput();
    await measureFreshness();
    await measureFaults();
    await measureGrowth();
    requireBars();
  } finally {
    await site.stop();
    await rm(dataDirectory, { recursive: true });
  }
}

let visitors = 0;

type Answer = Awaited<ReturnType<typeof ask>>;

async function ask(path: string) {
  visitors += 1;
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    const headers = {
      "Accept-Encoding": "br",
      "X-Forwarded-For": `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`,
    };
    openRequest(site.url + path, { headers }, answered)
      .once("error", failed)
      .end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/** Waits until the pages of the sitemap have been rendered ahead of visitors. */
async function warm(): Promise<void> {
  const { body } = await ask("/sitemap.xml");
  const [last] = [
    ...brotliDecompressSync(body)
      .toString()
      .matchAll(/<loc>([^<]+)/g),
  ].slice(-1);
  await until(new URL(last?.[1] ?? "").pathname, ({ headers }) => headers["x-cache"] === "hit");
}

/** Requests a page until the response is like this. */
async function until(path: string, like: (response: Answer) => boolean): Promise<void> {
  for (let n = 0; n < 1_000; n += 1) {
    if (like(await ask(path))) return;
    await wait(20);
  }
  throw new Error(`${path} was not answered as it should be in time.`);
}

/** The memory of all processes together, with shared memory counted once. */
function measureMemory(): void {
  const pids = [site.launcher.pid ?? 0, ...processesOf(site.launcher.pid)];
  let sum = 0;
  for (const pid of pids) {
    const kilobytes = Number(
      /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1],
    );
    const name = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[1]?.split("/").at(-1);
    report(`memory (PSS) of ${name}`, kilobytes / 1_000, "MB");
    sum += kilobytes / 1_000;
  }
  report("memory (PSS) of all processes, idle", sum, "MB", 500);
}

const run = promisify(execFile);

/** Requests per second with 16 connections, within one second. */
async function throughput(url: string): Promise<number> {
  const parameters = ["-t1", "-c16", "-d1s", "-H", "Accept-Encoding: br", url];
  const { stdout } = await run("wrk", parameters);
  const figure = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (/Non-2xx/.test(stdout) || !figure) throw new Error(`wrk says:\n${stdout}`);
  return figure;
}

async function serveBare(path: string): Promise<{ url: string; server: ChildProcess }> {
  const { headers, body } = await ask(path);
  const own = new Set(["date", "connection", "keep-alive"]);
  const head = Object.entries(headers).flatMap(([name, value]) =>
    own.has(name) ? [] : [name, String(value)],
  );
  const port = await freePort();
  const response = JSON.stringify({ port, head, body: body.toString("base64") });
  const server = fork(join(import.meta.dirname, "bare-server.js"), {
    env: { ...process.env, ANSWER: response },
  });
  await once(server, "message");
  return { url: `http://127.0.0.1:${port}/`, server };
}

/**
 * How often both servers are measured, one right after the other. The speed of a virtual machine
 * halves and doubles within seconds: two identical servers differ by a quarter in one turn, and by
 * a few percent in the median of this many.
 */
const turns = 40;

async function measureThroughput(): Promise<void> {
  for (const path of ["/", "/blog", "/blog/optimizing-pdf-workflows-for-enterprise"]) {
    // What is sent often is compressed once more, at the best level.
    await until(path, ({ headers }) => String(headers.etag).includes("+"));
    const bare = await serveBare(path);
    const ours = { url: site.url + path, figures: new Array<number>() };
    const theirs = { url: bare.url, figures: new Array<number>() };
    for (let turn = 0; turn < turns; turn += 1) {
      for (const { url, figures } of turn % 2 ? [ours, theirs] : [theirs, ours])
        figures.push(await throughput(url));
    }
    bare.server.kill();
    report(`${path}: requests a second`, median(ours.figures), "");
    report(`${path}: a bare server with the same bytes`, median(theirs.figures), "");
    const ratios = ours.figures.map((own, turn) => own / (theirs.figures[turn] ?? NaN));
    reportAtLeast(`${path}: against the bare server`, median(ratios), "×", 0.8);
    report(`${path}: bytes, br`, (await ask(path)).body.length / 1_000, "kB");
  }
  const times = new Times();
  for (let n = 0; n < 200; n += 1) await times.of(() => ask("/login"));
  report("/login, never cached: p50", times.percentile(50), "ms");
  report("/login, never cached: p99", times.percentile(99), "ms");
}

/**
 * The time from the lake's confirmation of an edit until a visitor sees it, while 500 others come
 * each second.
 */
async function measureFreshness(): Promise<void> {
  const crowd = comeVisitors("/");
  const times = new Times();
  for (let n = 0; n < 100; n += 1) {
    const tagline = `Edition ${n} of the day`;
    await lake.patch("siteSettings").set({ tagline }).commit();
    await times.of(() => seen("/robots-of-nobody", tagline));
  }
  report("published until visible, p50 of 100", times.percentile(50), "ms");
  report("published until visible, p99 of 100", times.percentile(99), "ms", 1_000);
  const { visits, failures, p99 } = await crowd();
  report(`meanwhile, p99 of ${visits} visits`, p99, "ms");
  report("meanwhile, visits that failed", failures, "", 0);
}

/**
 * Sends requests until a page shows this: its footer does on every page, including the not-found
 * page.
 */
async function seen(path: string, text: string): Promise<void> {
  for (;;) {
    const { headers, body } = await ask(path);
    const page = headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body;
    if (page.includes(text)) return;
    await wait(2);
  }
}

/** Starts visitors, 500 a second. @returns how to stop them, and what they report. */
function comeVisitors(path: string) {
  const worker = new Worker(new URL("visitors.js", import.meta.url), {
    workerData: { url: site.url + path, perSecond: 500 },
  });
  return async () => {
    const told = once(worker, "message");
    worker.postMessage("home");
    const shape = z.object({ visits: z.number(), failures: z.number(), p99: z.number() });
    const [word] = z.tuple([shape]).parse(await told);
    return word;
  };
}

/** What visitors notice when the backend hangs, or dies while an editor writes. */
async function measureFaults(): Promise<void> {
  const [backend = 0] = processesOf(site.launcher.pid);
  const hanging = comeVisitors("/blog");
  process.kill(backend, "SIGSTOP");
  await wait(4_000);
  process.kill(backend, "SIGCONT");
  report("backend hangs for 4 s: visits that failed", (await hanging()).failures, "", 0);

  const dying = comeVisitors("/blog");
  const written: string[] = [];
  let killed = false;
  const editor = (async () => {
    for (let n = 0; !killed; n += 1) {
      await lake.createOrReplace({ _id: `note-${n}`, _type: "note" }).then(
        ({ _id }) => written.push(_id),
        () => {},
      );
    }
  })();
  await wait(1_000);
  process.kill(backend, "SIGKILL");
  killed = true;
  await editor;
  const back = new Times();
  await back.of(async () => {
    while (
      (await ask("/readyz")).status !== 200 ||
      processesOf(site.launcher.pid).includes(backend)
    )
      await wait(50);
    while (!(await lake.fetch("true").catch(() => false))) await wait(50);
  });
  const { visits, failures } = await dying();
  report(`backend killed: of ${visits} visits failed`, failures, "", 0);
  report("backend killed: until it answers again", back.percentile(50) / 1_000, "s", 5);
  const there = await lake.fetch<string[]>("*[_type == 'note']._id");
  const lost = written.filter((id) => !there.includes(id)).length;
  report(`backend killed: of ${written.length} acknowledged writes lost`, lost, "", 0);
}

/** How long an uncached page takes, as the archive grows. */
async function measureGrowth(): Promise<void> {
  const [author, category] = await lake.fetch<string[]>(
    "[*[_type == 'author'][0]._id, *[_type == 'category'][0]._id]",
  );
  const medians = new Map<number, number>();
  let made = 0;
  for (const size of [100, 1_000, 10_000]) {
    while (made < size) {
      const transaction = lake.transaction();
      for (let n = 0; n < 500 && made < size; n += 1, made += 1) {
        transaction.createOrReplace({
          _id: `grown-${made}`,
          _type: "post",
          title: `Grown article ${made}`,
          slug: { _type: "slug", current: `grown-${made}` },
          excerpt: "An article among many others.",
          date: "2020-01-01",
          tags: ["grown"],
          author: { _type: "reference", _ref: author },
          category: { _type: "reference", _ref: category },
        });
      }
      await transaction.commit({ visibility: "sync" });
    }
    await wait(3_000);
    const [pages, searches] = [new Times(), new Times()];
    for (let n = 0; n < 40; n += 1) {
      const slug = `grown-${Math.floor(((size / 10) * 9 + (n * size) / 400) % size)}`;
      const { status, headers } = await pages.of(() => ask(`/blog/${slug}?category=${size}x${n}`));
      if (status !== 200 || headers["x-cache"] === "hit")
        throw new Error(`/blog/${slug} was cached.`);
      await searches.of(() => ask(`/blog?q=grown+${size}+${n}`));
    }
    medians.set(size, pages.percentile(50));
    report(`an article not cached, of ${size}: p50`, pages.percentile(50), "ms");
    report(`a search among ${size}: p50`, searches.percentile(50), "ms");
  }
  const [few = 1, many = 1] = [medians.get(100), medians.get(10_000)];
  report("an article not cached, of 10,000 against 100", many / few, "×", 2);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
