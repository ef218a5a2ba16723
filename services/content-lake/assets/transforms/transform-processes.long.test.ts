import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bundle } from "@platen/kit/testing/bundle";
import { AssetError } from "../asset-error";
import { layOut } from "../images/geometry";
import { readImageParameters } from "./image-parameters";
import { quarters } from "../../testing/asset-lake";
import { TransformProcesses } from "./transform-processes";

let entry: Awaited<ReturnType<typeof bundle>>;
let directory: string;
let original: string;
const opened: TransformProcesses[] = [];

beforeAll(async () => {
  entry = await bundle("services/content-lake/assets/transforms/transform-process.ts");
  directory = await mkdtemp(path.join(tmpdir(), "transforms-"));
  original = path.join(directory, "original.png");
  await quarters(400, 300).png().toFile(original);
});
afterEach(() => {
  for (const processes of opened.splice(0)) processes.close();
});
afterAll(async () => {
  await entry.remove();
  await rm(directory, { recursive: true });
});

function processes(settings?: { maxMilliseconds: number; memoryLimit: number }) {
  const made = new TransformProcesses(pathToFileURL(entry.file), settings);
  opened.push(made);
  return made;
}

function transformation(query: string) {
  const parameters = readImageParameters(new URLSearchParams(query));
  const layout = layOut({ width: 400, height: 300 }, parameters);
  return { layout, parameters, format: "webp" as const, animated: false };
}

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof AssetError ? error.status : error),
  );

test("a picture is returned with its processor time", async () => {
  const { bytes, milliseconds } = await processes().transform(original, transformation("w=200"));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 200, height: 150 });
  expect(milliseconds).toBeGreaterThan(0);
});

test("concurrent tasks get their own pictures", async () => {
  const made = processes();
  const widths = [40, 80, 120, 160];
  const pictures = await Promise.all(
    widths.map((width) => made.transform(original, transformation(`w=${width}`))),
  );
  const actual = pictures.map(async ({ bytes }) => (await sharp(bytes).metadata()).width);
  expect(await Promise.all(actual)).toEqual(widths);
});

test("bytes that are not a picture are refused, and the next picture is transformed", async () => {
  const made = processes();
  const damaged = path.join(directory, "damaged.png");
  await writeFile(damaged, "no picture");
  expect(await statusOf(made.transform(damaged, transformation("w=10")))).toBe(400);
  expect(await statusOf(made.transform(original, transformation("w=10")))).toBe(200);
});

test("a picture that takes too long is aborted with its process, and the next one is transformed", async () => {
  const impatient = processes({ maxMilliseconds: 1, memoryLimit: Infinity });
  expect(await statusOf(impatient.transform(original, transformation("w=10")))).toBe(503);
  expect(await statusOf(processes().transform(original, transformation("w=10")))).toBe(200);
});

test("a picture that takes too much memory is aborted with its process", async () => {
  const frugal = processes({ maxMilliseconds: 30_000, memoryLimit: 1 });
  const large = path.join(directory, "large.png");
  await quarters(4_000, 3_000).png().toFile(large);
  expect(await statusOf(frugal.transform(large, transformation("w=400&blur=300&sharp=90")))).toBe(
    400,
  );
});

test.each([
  ["SIGSEGV", "a picture that crashes its decoder is refused for good", 400],
  ["SIGKILL", "a picture whose process was killed may be tried again", 503],
])("after %s, %s", async (signal, _, status) => {
  const dying = path.join(directory, `${signal}.mjs`);
  await writeFile(dying, `process.on("message", () => process.kill(process.pid, "${signal}"));`);
  const made = new TransformProcesses(pathToFileURL(dying));
  opened.push(made);
  expect(await statusOf(made.transform(original, transformation("w=10")))).toBe(status);
});

test("a drawing whose styles are nested too deeply for its decoder is refused", async () => {
  const drawing = path.join(directory, "nested.svg");
  const selector = `${":not(".repeat(5_000)}a${")".repeat(5_000)}`;
  await writeFile(
    drawing,
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><style>${selector}{fill:red}</style>${"<rect/>".repeat(5_000)}</svg>`,
  );
  expect(await statusOf(processes().transform(drawing, transformation("w=10")))).toBe(400);
});

test("a missing worker script is an error, not an endless wait", async () => {
  const none = new TransformProcesses(pathToFileURL(path.join(directory, "none.mjs")));
  opened.push(none);
  expect(await statusOf(none.transform(original, transformation("w=10")))).toBe(503);
});
