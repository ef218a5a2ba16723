import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onBehalfOf, TokenBuckets } from "@platen/kit";
import { bundle } from "@platen/kit/testing/bundle";
import { AvatarMaker, avatarUrlOf, hashInFileName } from "./avatar.server";

let entry: Awaited<ReturnType<typeof bundle>>;
let avatars: AvatarMaker;

beforeAll(async () => {
  entry = await bundle("app/account/profile/avatar-process.ts");
  avatars = new AvatarMaker(pathToFileURL(entry.file));
});
afterAll(async () => {
  avatars.close();
  await entry.remove();
});

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#19c3ee" } });

let people = 0;
const avatarOf = (picture: Blob) => avatars.make(picture, `person-${people++}`);

const file = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

test("a picture becomes a square WebP of 256 px without metadata", async () => {
  const source = await photo(640, 400)
    .withExif({ IFD0: { Copyright: "Nora", Artist: "at home" } })
    .jpeg()
    .toBuffer();
  const { bytes, hash } = await avatarOf(file(source));
  const { format, width, height, exif } = await sharp(bytes).metadata();
  expect({ format, width, height, exif }).toEqual({
    format: "webp",
    width: 256,
    height: 256,
    exif: undefined,
  });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test.each(["png", "webp", "avif", "gif"] as const)("a %s is accepted", async (format) => {
  const source = await photo(300, 300).toFormat(format).toBuffer();
  expect((await avatarOf(file(source))).bytes.length).toBeGreaterThan(100);
});

test("even noise stays below 100 kB", async () => {
  const { createRandom } = noise();
  const source = await sharp(createRandom(512 * 512 * 3), {
    raw: { width: 512, height: 512, channels: 3 },
  })
    .png()
    .toBuffer();
  expect((await avatarOf(file(source))).bytes.length).toBeLessThanOrEqual(100_000);
});

test("the same picture gets the same URL, and another picture another", async () => {
  const blue = file(await photo(300, 300).png().toBuffer());
  const [first, again] = await Promise.all([avatarOf(blue), avatarOf(blue)]);
  expect(first.hash).toBe(again.hash);
  expect(hashInFileName(avatarUrlOf(first.hash).replace("/avatars/", ""))).toBe(first.hash);
});

test.each(["../../etc/passwd", "x.webp", `${"a".repeat(64)}.svg`, ""])(
  "%j is not a picture's URL",
  (name) => {
    expect(hashInFileName(name)).toBeNull();
  },
);

test.each<[string, Buffer]>([
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a PDF", Buffer.from("%PDF-1.7\n")],
  ["nothing", Buffer.alloc(0)],
])("%s is refused by its type", async (_, bytes) => {
  await expect(avatarOf(file(bytes))).rejects.toThrow(/Choose a JPEG, PNG/);
});

test("a truncated picture is refused", async () => {
  const whole = await photo(400, 400).png().toBuffer();
  await expect(avatarOf(file(whole.subarray(0, 200)))).rejects.toThrow(/cannot be read/);
  await expect(avatarOf(file(Buffer.from("\xff\xd8\xff rubbish", "latin1")))).rejects.toThrow(
    /cannot be read/,
  );
});

test("one picture of an account is processed at a time, and few of a network are queued", async () => {
  const source = file(await photo(3_000, 3_000).png().toBuffer());
  const mine = avatars.make(source, "ada");
  await expect(avatars.make(source, "ada")).rejects.toThrow(/still being prepared/);
  const others = Array.from({ length: 6 }, () =>
    onBehalfOf("198.51.100.1", () => avatarOf(source)),
  );
  const outcomes = await Promise.allSettled(others);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(2);
  await mine;
  expect((await avatars.make(source, "ada")).bytes.length).toBeGreaterThan(100);
});

test("a picture comes before those that wait of networks with many", async () => {
  const source = file(await photo(3_000, 3_000).png().toBuffer());
  const finished: string[] = [];
  const make = (network: string) =>
    onBehalfOf(network, () => avatarOf(source)).then(() => finished.push(network));
  const floods = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];
  const made = floods.flatMap((network) => Array.from({ length: 4 }, () => make(network)));
  made.push(make("198.51.100.2"));
  await Promise.all(made);
  // Behind the one in progress, and the first of each network.
  expect(finished.indexOf("198.51.100.2")).toBeLessThanOrEqual(4);
});

test("a network whose pictures took their time has to wait, broken ones counted, and no other", async () => {
  let now = 0;
  const time = new TokenBuckets({ burst: 300, perSecond: 100 }, () => now);
  const timed = new AvatarMaker(pathToFileURL(entry.file), undefined, time);
  const whole = await photo(4_000, 4_000).png().toBuffer();
  const broken = whole.subarray(0, whole.length - 40);
  const make = (network: string, bytes: Uint8Array) =>
    onBehalfOf(network, () => timed.make(file(bytes), `person-${people++}`));
  const refusals: string[] = [];
  for (let count = 0; count < 20; count++)
    await make("192.0.2.1", broken).catch((error: unknown) => refusals.push(String(error)));
  expect(refusals[0]).toContain("cannot be read");
  expect(refusals.at(-1)).toContain("Many pictures are being prepared");
  expect((await make("198.51.100.1", whole)).bytes.length).toBeGreaterThan(100);
  now += 60_000;
  expect((await make("192.0.2.1", whole)).bytes.length).toBeGreaterThan(100);
  timed.close();
});

test("a picture that takes too long or too much memory ends with its process, and the next is made", async () => {
  const source = file(await photo(3_000, 3_000).png().toBuffer());
  const url = pathToFileURL(entry.file);
  for (const limits of [
    { maxMilliseconds: 1, memoryLimit: Infinity },
    { maxMilliseconds: 30_000, memoryLimit: 1 },
  ]) {
    const limited = new AvatarMaker(url, limits);
    await expect(limited.make(source, "ada")).rejects.toThrow(/could not be prepared/);
    limited.close();
  }
  expect((await avatarOf(source)).bytes.length).toBeGreaterThan(100);
});

test("a file that is too large is refused without being read", async () => {
  await expect(avatarOf(file(new Uint8Array(5_000_001)))).rejects.toThrow(/larger than 5 MB/);
});

/** Bytes that compress badly, and are the same in every run. */
function noise() {
  let state = 1;
  return {
    createRandom: (length: number) =>
      Uint8Array.from({ length }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
        return state >> 16;
      }),
  };
}
