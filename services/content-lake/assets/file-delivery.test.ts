import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AssetDocument,
  documentOf,
  errorOf,
  openTestLake,
  type TestLake,
} from "../testing/asset-lake";

let lake: TestLake;
let origin: string;
let long: AssetDocument;
const bytes = Buffer.from(Array.from({ length: 1_500_000 }, (_, at) => (at * 31) % 251));
bytes.write("ftyp", 4);

beforeAll(async () => {
  lake = await openTestLake();
  origin = await lake.listen();
  long = await lake.upload("files", bytes, "?filename=film.mp4");
});

afterAll(() => lake.close());

const get = (document: AssetDocument, headers: Record<string, string> = {}, query = "") =>
  fetch(`${origin}/lake/${document.path}${query}`, { headers });

async function uploaded(text: string, filename: string, type: string) {
  const response = await fetch(`${origin}/lake/v1/assets/files/production?filename=${filename}`, {
    method: "POST",
    headers: { "Content-Type": type },
    body: text,
  });
  return documentOf(response);
}

test("a file is sent completely, cacheable forever, and cannot run in our origin", async () => {
  const response = await get(long);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=31536000, immutable",
    "content-length": String(bytes.length),
    "content-type": "video/mp4",
    "content-security-policy": expect.stringContaining("sandbox"),
    etag: `"${long.sha1hash}"`,
    "x-content-type-options": "nosniff",
  });
  expect(response.headers.get("content-disposition")).toBeNull();
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

test.each([
  ["bytes=0-0", 0, 1],
  ["bytes=100-199", 100, 200],
  ["bytes=1400000-", 1_400_000, 1_500_000],
  ["bytes=-10", 1_499_990, 1_500_000],
  ["bytes=1499999-9999999", 1_499_999, 1_500_000],
  ["bytes=-9999999", 0, 1_500_000],
])("%s is answered with that range", async (range, start, end) => {
  const response = await get(long, { Range: range });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/1500000`);
  expect(response.headers.get("content-length")).toBe(String(end - start));
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
});

test.each(["bytes=5-2", "bytes=0-1,5-6", "pages=1-2", "bytes=-", "bytes=x"])(
  "%s is not a supported range: the whole file is sent",
  async (range) => {
    const response = await get(long, { Range: range });
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(bytes.length);
  },
);

test.each(["bytes=1500000-", "bytes=-0", "bytes=9999999-99999999"])(
  "%s is beyond the end: 416",
  async (range) => {
    const response = await get(long, { Range: range });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe("bytes */1500000");
    expect(await errorOf(response)).toMatch(/beyond/);
  },
);

test("If-Range keeps a client from joining parts of different files", async () => {
  const stale = await get(long, { Range: "bytes=0-9", "If-Range": '"other"' });
  expect(stale.status).toBe(200);
  await stale.body?.cancel();
  const current = await get(long, { Range: "bytes=0-9", "If-Range": `"${long.sha1hash}"` });
  expect(current.status).toBe(206);
});

test("HEAD has the length without the bytes", async () => {
  const response = await fetch(`${origin}/lake/${long.path}`, { method: "HEAD" });
  expect(response.headers.get("content-length")).toBe(String(bytes.length));
  expect(await response.text()).toBe("");
});

test("a known ETag gets 304", async () => {
  expect((await get(long, { "If-None-Match": `"${long.sha1hash}"` })).status).toBe(304);
});

test("an absurdly long list of ETags is not read", async () => {
  const own = `"${long.sha1hash}"`;
  const status = async (count: number) => {
    const response = await get(long, { "If-None-Match": `${'"a",'.repeat(count)}${own}` });
    await response.arrayBuffer();
    return response.status;
  };
  expect(await status(200)).toBe(304);
  expect(await status(300)).toBe(200);
});

test("a reader that disconnects does no harm", async () => {
  const stop = new AbortController();
  const response = await fetch(`${origin}/lake/${long.path}`, { signal: stop.signal });
  await response.body?.getReader().read();
  stop.abort();
  expect((await get(long)).status).toBe(200);
});

test("?dl offers the file for download, under its own or another name", async () => {
  const own = await get(long, {}, "?dl");
  expect(own.headers.get("content-disposition")).toMatch(/^attachment; filename="film.mp4"/);
  await own.body?.cancel();
  const other = await get(long, {}, "?dl=trailer.mp4");
  expect(other.headers.get("content-disposition")).toMatch(/filename="trailer.mp4"/);
  await other.body?.cancel();
});

test.each([
  ["page.html", "text/html", "application/octet-stream"],
  ["drawing.svg", "image/svg+xml", "application/octet-stream"],
  ["feed.xml", "application/atom+xml", "application/octet-stream"],
  ["code.js", "text/javascript", "application/octet-stream"],
  ["page.xhtml", "application/xhtml+xml", "application/octet-stream"],
  ["note.txt", "text/plain", "text/plain; charset=utf-8"],
  ["data.json", "application/json", "application/json"],
  ["mail.eml", "message/rfc822", "application/octet-stream"],
])("%s, uploaded as %s, is served as %s", async (filename, declared, served) => {
  const document = await uploaded(`<script>1</script> ${filename}`, filename, declared);
  expect(document.mimeType).toBe(declared);
  const response = await get(document);
  expect(response.headers.get("content-type")).toBe(served);
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
});

test("a PDF is not sandboxed, because browsers would not show it", async () => {
  const document = await uploaded("%PDF-1.7", "paper.pdf", "application/pdf");
  const response = await get(document);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-security-policy")).not.toContain("sandbox");
});
