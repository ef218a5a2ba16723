import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

/**
 * `npm run content`, as run from a shell: real processes, real files, and Sanity's own tools beside
 * it.
 */

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "content-command-"));
  // The first command builds, which may take longer than a test.
  await run(directory, "nonsense");
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function run(dataDirectory: string, ...parameters: string[]) {
  const environment = { ...process.env, DATA_DIR: dataDirectory, INIT_CWD: directory };
  const command = promisify(execFile)(
    "node",
    ["server/commands/run.js", "content", ...parameters],
    {
      env: environment,
    },
  );
  return command.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      output: stdout + stderr,
    }),
  );
}

const place = (name: string) => path.join(directory, name);

/**
 * Starts the backend of a data directory, as `npm start` does, and returns a client of its lake
 * with all permissions.
 */
async function startBackend(dataDirectory: string, environment: Record<string, string> = {}) {
  const backend = fork("build/process/backend.js", {
    env: { ...process.env, ...environment, DATA_DIR: dataDirectory },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [message] = await once(backend, "message");
  const { variables } = z.object({ variables: z.record(z.string(), z.string()) }).parse(message);
  const client = createClient({
    projectId: "local",
    dataset: "production",
    apiHost: variables.SANITY_API_HOST,
    useProjectHostname: false,
    useCdn: false,
    token: variables.LAKE_PROXY_TOKEN,
    apiVersion: "2025-02-19",
    perspective: "raw",
  });
  return {
    client,
    async stop() {
      backend.kill("SIGTERM");
      await once(backend, "exit");
    },
  };
}

/** The contents of a dataset, without what every lake generates itself. */
const content = "*[!(_id in path('_.**'))] | order(_id)";
const withoutAssets =
  '*[!(_id in path("_.**")) && !(_type in ["sanity.imageAsset", "sanity.fileAsset"])] | order(_id)';
const withoutStamps = (documents: Record<string, unknown>[]) =>
  documents.map((document) =>
    Object.fromEntries(
      Object.entries(document).filter(
        ([name]) => !["_rev", "_updatedAt", "_createdAt", "uploadId", "url"].includes(name),
      ),
    ),
  );

test("an export of the running site imports into another lake, with our import or Sanity's, and a second import changes nothing", async () => {
  const source = await startBackend(place("source"));
  const picture = await readFile("public/favicon.png").catch(() => Buffer.from("a text"));
  await source.client.assets.upload("file", picture, { filename: "paper.bin", title: "Paper" });
  await source.client.create({ _id: "drafts.mine", _type: "note", text: "Draft" });
  const before = withoutStamps(await source.client.fetch(content));
  const exported = await run(place("source"), "export", "out.tar.gz");
  expect(exported).toMatchObject({ code: 0 });
  expect(exported.output).toMatch(/Exported \d+ documents and \d+ assets to out\.tar\.gz\./);
  await source.stop();

  // No backend runs there: the command starts one, which creates its database and imports its own
  // seed.
  const first = await run(place("target"), "import", "out.tar.gz", "--replace");
  expect(first.output).toMatch(/: 1 documents created, [1-9]\d* replaced, /);
  const target = await startBackend(place("target"));
  expect(withoutStamps(await target.client.fetch(content))).toEqual(before);
  for (const mode of ["--replace", "--missing"]) {
    const again = await run(place("target"), "import", "out.tar.gz", mode);
    expect(again.output).toContain(": 0 documents created, 0 replaced, ");
  }

  await target.client.delete("drafts.mine");
  await sanityImport(createReadStream(place("out.tar.gz")), {
    client: target.client,
    operation: "createIfNotExists",
    replaceAssets: true,
  });
  expect(withoutStamps(await target.client.fetch(content))).toEqual(before);
  await target.stop();
}, 120_000);

test("a file of documents alone is imported, and an error in it is reported before anything is written", async () => {
  await writeFile(place("one.ndjson"), '{"_id":"one","_type":"note"}\n');
  await writeFile(place("damaged.tar.gz"), "nothing that was packed");
  await writeFile(place("bad.ndjson"), '{"_id":"two","_type":"note"}\n{"_id":"three"}\n');
  const lake = await startBackend(place("target"));
  const good = await run(place("target"), "import", "one.ndjson");
  expect(good.output).toContain("1 documents created, 0 replaced, 0 left as they were; 0 assets.");
  const bad = await run(place("target"), "import", "bad.ndjson");
  expect(bad).toMatchObject({ code: 1 });
  expect(bad.output).toContain('bad.ndjson:2: The document "three" has no "_type".');
  const damaged = await run(place("target"), "import", "damaged.tar.gz");
  expect(damaged.output).toContain("damaged.tar.gz is damaged, or not a .tar.gz.");
  const absent = await run(place("target"), "import", "absent.tar.gz");
  expect(absent.output).toMatch(/There is no .*absent\.tar\.gz\./);
  expect(await lake.client.fetch("*[_type == 'note']._id")).toEqual(["drafts.mine", "one"]);
  await lake.stop();
}, 120_000);

test("tokens are created, listed and revoked", async () => {
  const lake = await startBackend(place("target"));
  const made = await run(place("target"), "tokens", "create", "nightly", "--write");
  const token = made.output.trim().split("\n").at(-1);
  const client = lake.client.withConfig({ token });
  expect(await client.createIfNotExists({ _id: "four", _type: "note" })).toMatchObject({
    _id: "four",
  });
  expect((await run(place("target"), "tokens", "create", "nightly")).output).toContain(
    'There is a token named "nightly" already.',
  );
  expect((await run(place("target"), "tokens", "list")).output).toMatch(/read, write +nightly/);
  expect((await run(place("target"), "tokens", "revoke", "nightly")).code).toBe(0);
  await expect(client.fetch("*[0]")).rejects.toMatchObject({ statusCode: 401 });
  expect((await run(place("target"), "tokens", "revoke", "nightly")).output).toContain(
    'There is no token named "nightly".',
  );
  await lake.stop();
}, 120_000);

test("the content is reset to a seed after a copy is written, which brings it back; without a confirmation nothing happens", async () => {
  const lake = await startBackend(place("reset"));
  await lake.client.create({ _id: "drafts.mine", _type: "note", text: "Draft" });
  const before = withoutStamps(await lake.client.fetch(content));
  const { length: documents } = await lake.client.fetch<object[]>(withoutAssets);
  const asked = await run(place("reset"), "reset", "blank");
  expect(asked.code).toBe(1);
  expect(asked.output).toContain(`All ${documents} documents, drafts included`);
  expect(withoutStamps(await lake.client.fetch(content))).toEqual(before);

  const reset = await run(place("reset"), "reset", "blank", "--yes");
  expect(reset).toMatchObject({ code: 0 });
  const fresh = await startBackend(place("blank"), { SEED: "blank" });
  const blank = withoutStamps(await fresh.client.fetch(withoutAssets));
  await fresh.stop();
  expect(withoutStamps(await lake.client.fetch(withoutAssets))).toEqual(blank);

  const [copy = ""] = /\S+content-before-reset-\S+\.tar\.gz/.exec(reset.output) ?? [];
  expect(await run(place("reset"), "import", copy, "--replace")).toMatchObject({ code: 0 });
  const ids = new Set(before.map(({ _id }) => _id));
  const back = withoutStamps(await lake.client.fetch(content));
  expect(back.filter(({ _id }) => ids.has(_id))).toEqual(before);
  await lake.stop();
}, 120_000);

test.each([
  [["export", "a", "b"]],
  [["reset", "everything"]],
  [["reset", "constructor"]],
  [["import", "a", "--replace", "--missing"]],
  [["tokens", "list", "--nonsense"]],
])("%j shows the usage", async (parameters) => {
  const { code, output } = await run(directory, ...parameters);
  expect(code).toBe(2);
  expect(output).toContain("Usage: npm run content");
});

test("--help shows the usage", async () => {
  const { code, output } = await run(directory, "--help");
  expect(code).toBe(0);
  expect(output).toContain("Usage: npm run content");
});

test("all content is checked, and the exit code says whether there are errors", async () => {
  const lake = await startBackend(place("target"));
  await lake.client.createOrReplace({
    _id: "astray",
    _type: "redirect",
    from: "/away",
    to: "/nowhere",
  });
  const wrong = await run(place("target"), "check");
  expect(wrong.code).toBe(1);
  expect(wrong.output).toContain(
    "redirect “/away” (astray): New path or URL: There is no page at /nowhere. Choose one that exists.",
  );
  expect(wrong.output).toContain("note “one” (one): There is no type note.");

  await lake.client.delete({ query: '*[_type == "note" || _id == "astray"]' });
  expect(await run(place("target"), "check")).toMatchObject({ code: 0 });
  await lake.stop();
}, 60_000);
