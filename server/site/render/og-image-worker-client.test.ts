import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { OgImageWorkerClient } from "./og-image-worker-client";

const text = (title: string) => ({ title, description: "", brand: "Platen" });

/**
 * A thread that responds with the title, the number of its responses and its thread, and can be
 * made to fail.
 */
const obedient = `
  import { parentPort, threadId } from "node:worker_threads";
  let answered = 0;
  parentPort.on("message", ({ title }) => {
    if (title === "die") throw new Error("I was told to.");
    if (title === "exit") process.exit(0);
    while (title === "hang") {}
    answered += 1;
    parentPort.postMessage(Buffer.from(JSON.stringify({ title, answered, threadId })));
  });
`;

function start(timeout?: number) {
  const entry = new URL(`data:text/javascript,${encodeURIComponent(obedient)}`);
  const thread = new OgImageWorkerClient(entry, timeout);
  onTestFinished(() => thread.close());
  const draw = async (title: string): Promise<unknown> =>
    JSON.parse((await thread.draw(text(title))).toString());
  return { thread, draw };
}

test("one thread renders one picture at a time", async () => {
  const { draw } = start();
  const [one, other] = await Promise.all([draw("one"), draw("other")]);
  expect(one).toMatchObject({ title: "one", answered: 1 });
  expect(other).toMatchObject({ title: "other", answered: 2 });
});

test("concurrent requests for a picture share one rendering", async () => {
  const { draw } = start();
  const all = await Promise.all([draw("same"), draw("same"), draw("same")]);
  expect(all).toEqual([all[0], all[0], all[0]]);
  expect(await draw("same")).toMatchObject({ answered: 2 });
});

test("at most twenty renderings wait", async () => {
  const { draw } = start();
  const all = await Promise.allSettled(Array.from({ length: 25 }, (_, n) => draw(`picture ${n}`)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  expect(await draw("one more")).toMatchObject({ answered: 21 });
});

test.each(["die", "exit"])(
  "a thread that is made to %s is replaced, and nobody waits",
  async (fate) => {
    const { draw } = start();
    const first = draw("first");
    const fatal = draw(fate);
    const next = draw("next");
    expect(await first).toMatchObject({ answered: 1 });
    await expect(fatal).rejects.toThrow("The worker that draws link pictures ended.");
    expect(await next).toMatchObject({ title: "next", answered: 1 });
  },
);

test("visitors are served while a thread hangs, which is ended and replaced", async () => {
  const { draw } = start(2_000);
  let ended = false;
  const hanging = draw("hang").finally(() => (ended = true));
  const next = draw("next");
  await new Promise((turn) => setImmediate(turn));
  expect(ended).toBe(false);
  await expect(hanging).rejects.toThrow("The worker that draws link pictures ended.");
  expect(await next).toMatchObject({ title: "next", answered: 1 });
});

test("no module that serves visitors loads the renderer", async () => {
  const importsOf = async (entry: string) => {
    const { metafile } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      outdir: "build",
      packages: "external",
      alias: { "~": "./app" },
      external: ["*?inline", "*?raw", "*?url"],
    });
    return Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.map(({ path }) => path),
    );
  };
  expect(await importsOf("app/seo/open-graph/og-image-worker.ts")).toContain("satori");
  for (const entry of ["app/entry.server.tsx", "app/root.tsx", "server/site/site-process.ts"]) {
    const imports = await importsOf(entry);
    expect(imports.length).toBeGreaterThan(5);
    expect(imports).not.toContain("satori");
  }
});
