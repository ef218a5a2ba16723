import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type EmbeddedDatabase, openDatabase } from "@platen/postgres";
import { openTestLake, quarters, type TestLake } from "../testing/asset-lake";
import { exportDataset, exportStream } from "./export";
import { importDataset, type ImportMode, type ImportProgress } from "./import";

let database: EmbeddedDatabase;
let lake: TestLake;
let directory: string;
let databaseDirectory: string;

beforeAll(async () => {
  databaseDirectory = await mkdtemp(path.join(tmpdir(), "dataset-database-"));
  database = await openDatabase(databaseDirectory);
});

afterAll(async () => {
  await database.close();
  await rm(databaseDirectory, { recursive: true, force: true });
});

beforeEach(async () => {
  lake = await openTestLake(database);
  directory = await mkdtemp(path.join(tmpdir(), "dataset-"));
  await mkdir(path.join(directory, "images"));
});

afterEach(async () => {
  await lake.close();
  await rm(directory, { recursive: true, force: true });
});

const lines = (...documents: unknown[]) =>
  documents.map((document) => JSON.stringify(document)).join("\n");

const put = (name: string, content: string | Uint8Array) =>
  writeFile(path.join(directory, name), content);

const run = (mode: ImportMode, from = directory) => importDataset({ lake, directory: from, mode });

const reference = (id: string) => ({ _type: "reference", _ref: id });

async function putSample() {
  await put("images/quarters.png", await quarters(40, 20).png().toBuffer());
  await put("terms.pdf", "%PDF-1.4 terms");
  const image = { _type: "image", _sanityAsset: "image@file://./images/quarters.png", alt: "Four" };
  await put(
    "a-posts.ndjson",
    lines(
      { _id: "post-1", _type: "post", title: "One", image, author: reference("author-1") },
      { _id: "drafts.post-2", _type: "post", body: [{ _type: "figure", image }, "text"] },
    ),
  );
  await put(
    "b-people.ndjson",
    `${lines({ _id: "author-1", _type: "author", best: reference("post-1") })}\n\n`,
  );
  await put(
    "c-terms.ndjson",
    lines({ _id: "terms", _type: "terms", file: { _sanityAsset: "file@file://./terms.pdf" } }),
  );
}

test("documents and the files that they name are imported", async () => {
  await putSample();
  const steps: ImportProgress[] = [];
  const onProgress = (progress: ImportProgress) => steps.push(progress);
  const result = await importDataset({ lake, directory, mode: "missing", onProgress });
  expect(result).toEqual({
    ids: ["post-1", "drafts.post-2", "author-1", "terms"],
    ...{ created: 4, replaced: 0, unchanged: 0, assets: 2 },
  });
  const asset = {
    _type: "reference",
    _ref: expect.stringMatching(/^image-[0-9a-f]{40}-40x20-png$/),
  };
  expect(lake.store.get("post-1")).toMatchObject({
    title: "One",
    author: { _ref: "author-1" },
    image: { _type: "image", alt: "Four", asset },
  });
  expect(lake.store.get("post-1")?.image).not.toHaveProperty("_sanityAsset");
  expect(lake.store.get("drafts.post-2")).toMatchObject({
    body: [{ _key: expect.any(String), image: { asset } }, "text"],
  });
  expect(lake.store.get("terms")).toMatchObject({
    file: { _type: "file", asset: { _ref: expect.stringMatching(/^file-[0-9a-f]{40}-pdf$/) } },
  });
  const [image] = lake.store.documents.ofType("sanity.imageAsset");
  expect(image).toMatchObject({ originalFilename: "quarters.png" });
  expect(steps.filter(({ step }) => step === "assets").at(-1)).toEqual({
    step: "assets",
    done: 2,
    total: 2,
  });
  expect(steps.at(-1)).toEqual({ step: "documents", done: 4, total: 4 });
});

test("a second run changes nothing, in any mode", async () => {
  await putSample();
  await run("missing");
  const { sequence } = lake.store;
  for (const mode of ["missing", "replace", "seed"] as const) await run(mode);
  expect(lake.store.sequence).toBe(sequence);
});

test("existing documents are not changed when only missing ones are imported", async () => {
  await putSample();
  await lake.store.transact({ author: "editor" }, (transaction) => {
    transaction.create({ _id: "post-1", _type: "post", title: "Edited" });
  });
  const result = await run("missing");
  expect(result).toMatchObject({ created: 3, unchanged: 1 });
  expect(lake.store.get("post-1")?.title).toBe("Edited");
});

test("replacing restores the dataset's documents, keeps their creation time, and leaves others", async () => {
  await putSample();
  await run("missing");
  const born = lake.store.get("post-1")?._createdAt;
  await lake.store.transactInSteps({ author: "editor" }, function* (transaction) {
    yield* transaction.patch("post-1", { set: { title: "Edited" } });
    transaction.create({ _id: "other", _type: "post" });
  });
  expect(await run("replace")).toMatchObject({ created: 0, replaced: 1, unchanged: 3 });
  expect(lake.store.get("post-1")).toMatchObject({ title: "One", _createdAt: born });
  expect(lake.store.get("other")).toBeDefined();
});

test("a seed is imported into an empty lake only, so that deleted documents stay deleted", async () => {
  await putSample();
  expect(await run("seed")).toMatchObject({ created: 4 });
  await lake.store.transact({ author: "editor" }, (transaction) => {
    transaction.delete("terms");
  });
  expect(await run("seed")).toMatchObject({ created: 0, assets: 0 });
  expect(lake.store.get("terms")).toBeUndefined();
});

test("a seed whose assets were imported before a crash is completed, in one transaction", async () => {
  await putSample();
  await lake.upload("images", await readFile(path.join(directory, "images/quarters.png")));
  const { sequence } = lake.store;
  await run("seed");
  expect(lake.store.sequence - sequence).toBe(2);
});

test("a weak reference that is to be strengthened on publishing is unchanged", async () => {
  const weak = {
    ...reference("author-9"),
    _weak: true,
    _strengthenOnPublish: { type: "author", template: { id: "author" } },
  };
  await put("data.ndjson", lines({ _id: "drafts.post", _type: "post", author: weak }));
  await run("missing");
  expect(lake.store.get("drafts.post")?.author).toEqual(weak);
});

test("references without a type get it, and system documents are skipped", async () => {
  await put(
    "data.ndjson",
    lines(
      { _id: "_.groups.public", _type: "system.group" },
      { _id: "a", _type: "t", to: { _ref: "b" } },
      { _id: "b", _type: "t", _rev: "old", _updatedAt: "2020-01-01T00:00:00Z" },
    ),
  );
  await run("missing");
  expect(lake.store.get("a")?.to).toEqual(reference("b"));
  expect(lake.store.get("b")?._rev).not.toBe("old");
  expect(lake.store.get("_.groups.public")).toBeUndefined();
});

test("thousands of documents are written in transactions of limited size", async () => {
  const many = Array.from({ length: 1000 }, (_, i) => ({
    _id: `d${i}`,
    _type: "d",
    ...(i < 999 && { next: reference(`d${i + 1}`) }),
  }));
  await put("data.ndjson", lines(...many));
  expect(await run("missing")).toMatchObject({ created: 1000 });
  expect(lake.store.sequence).toBe(5);
});

test("a document that is nested too deeply to be written again is refused", async () => {
  const lists = "[".repeat(200_000) + "]".repeat(200_000);
  await put("data.ndjson", `{"_id":"a","_type":"t","a":${lists}}`);
  await expect(run("missing")).rejects.toThrow(
    "data.ndjson:1: This is nested deeper than 100 levels",
  );
});

test.each([
  ['{"_id":"a","_type":"t"}\n{"_id":', "data.ndjson:2: This is not JSON"],
  ['"text"', "data.ndjson:1: A document must be a JSON object"],
  ['{"_type":"t"}', 'data.ndjson:1: A document needs an "_id"'],
  ['{"_id":"../x","_type":"t"}', 'data.ndjson:1: A document needs an "_id"'],
  ['\n\n{"_id":"a"}', 'data.ndjson:3: The document "a" has no "_type"'],
  [
    '{"_id":"a","_type":"t"}\n{"_id":"a","_type":"t"}',
    'data.ndjson:2: The id "a" is taken by data.ndjson:1',
  ],
  ['{"_id":"a","_type":"t","r":{"_ref":"gone"}}', 'data.ndjson:1: "a" refers to "gone"'],
  [
    '{"_id":"a","_type":"t","i":{"_sanityAsset":"file://./x"}}',
    'data.ndjson:1: "file://./x" does not start',
  ],
  [
    '{"_id":"a","_type":"t","i":{"_sanityAsset":"image@https://x.example/y.png"}}',
    "is not a file:// URL",
  ],
  [
    '{"_id":"a","_type":"t","i":{"_sanityAsset":"image@file://./images/none.png"}}',
    "names no file within",
  ],
  [
    '{"_id":"a","_type":"t","i":{"_sanityAsset":"file@file://./../../../../../etc/passwd"}}',
    "names no file within",
  ],
  [
    '{"_id":"a","_type":"t","i":{"_sanityAsset":"file@file:///etc/passwd"}}',
    "names no file within",
  ],
  [
    '{"_id":"a","_type":"t","i":{"_sanityAsset":"image@file://./data.ndjson"}}',
    'data.ndjson:1: "image@file://./data.ndjson" cannot be uploaded',
  ],
  [
    '{"_id":"ok","_type":"t"}\n{"_id":"a","_type":"t","bad name":1}',
    "data.ndjson:2: Invalid attribute name",
  ],
])("%s is refused, by file and line, and nothing is written", async (text, message) => {
  await put("data.ndjson", text);
  await expect(run("missing")).rejects.toThrow(message);
  expect(lake.store.sequence).toBe(0);
});

test("a directory without documents is an error", async () => {
  await expect(run("missing")).rejects.toThrow("There is no .ndjson file");
});

async function exported(types?: string[]): Promise<string[]> {
  const text = await new Response(exportStream(lake.store, types)).text();
  return text.split("\n").filter(Boolean);
}

test("the export stream has every document on its own line, or those of some types", async () => {
  await putSample();
  await run("missing");
  const documents = lake.store.documents.all.map((document) => JSON.stringify(document));
  expect(await exported()).toEqual(documents);
  expect((await exported(["author", "terms"])).map((line) => JSON.parse(line)._id)).toEqual([
    "author-1",
    "terms",
  ]);
});

test("an export, as a directory or an archive, imports into another lake with the same documents", async () => {
  await putSample();
  await run("missing");
  const unused = await lake.upload("images", await quarters(9, 9).png().toBuffer(), "?title=Spare");
  await lake.store.transact({ author: "editor" }, (transaction) => {
    transaction.create({ _id: "picked", _type: "pick", picture: reference(unused._id) });
  });
  const target = path.join(directory, "out");
  expect(await exportDataset({ lake, file: target })).toEqual({ documents: 5, assets: 3 });
  await exportDataset({ lake, file: path.join(directory, "out.tar.gz") });
  await promisify(execFile)("tar", ["xzf", "out.tar.gz"], { cwd: directory });
  expect((await readdir(directory)).filter((name) => name.endsWith(".partial"))).toEqual([]);

  const stamp = ["_rev", "_updatedAt", "_createdAt", "uploadId"];
  const contents = ({ store }: TestLake) =>
    store.documents.all.map((document) =>
      Object.fromEntries(Object.entries(document).filter(([name]) => !stamp.includes(name))),
    );
  const before = contents(lake);
  const born = lake.store.get("post-1")?._createdAt;
  for (const source of [target, path.join(directory, "dataset")]) {
    await lake.close();
    lake = await openTestLake(database);
    await run("missing", source);
    expect(contents(lake)).toEqual(before);
    expect(lake.store.get("post-1")?._createdAt).toBe(born);
  }
});

test("an export into a non-empty directory is refused", async () => {
  await put("keep.txt", "mine");
  await expect(exportDataset({ lake, file: directory })).rejects.toThrow("is not empty");
});
