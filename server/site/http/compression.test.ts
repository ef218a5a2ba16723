import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compress, isCompressible, mayCompress } from "./compression";

const page = Buffer.from("<p>The same words again and again.</p>".repeat(200));

test("both encodings contain the page, and the best is not larger than the quick one", async () => {
  const [soon, best] = [await compress(page, "soon"), await compress(page, "best")];
  for (const { br, gzip } of [soon, best]) {
    expect(br && brotliDecompressSync(br).equals(page)).toBe(true);
    expect(gzip && gunzipSync(gzip).equals(page)).toBe(true);
  }
  expect(best.br?.length).toBeLessThanOrEqual(soon.br?.length ?? 0);
});

test("a short body is not compressed", async () => {
  expect(await compress(Buffer.from("short"), "best")).toEqual({ br: null, gzip: null });
});

test.each([
  ["text/html; charset=utf-8", true],
  ["text/x-script", true],
  ["application/json", true],
  ["application/atom+xml; charset=utf-8", true],
  ["image/svg+xml", true],
  ["text/event-stream", false],
  ["image/png", false],
  ["font/woff2", false],
  [null, false],
])("%s is compressible: %s", (type, worth) => expect(isCompressible(type)).toBe(worth));

const request = (method: string, site?: string) =>
  Object.assign(new IncomingMessage(new Socket()), {
    method,
    headers: site === undefined ? {} : { "sec-fetch-site": site },
  });

test("a personal response is compressed only for a same-origin navigation", () => {
  expect(mayCompress(request("GET", "same-origin"), true)).toBe(true);
  expect(mayCompress(request("GET", "none"), true)).toBe(true);
  for (const other of [
    request("GET", "cross-site"),
    request("GET", "same-site"),
    request("GET"),
    request("POST", "same-origin"),
  ]) {
    expect(mayCompress(other, true)).toBe(false);
    expect(mayCompress(other, false)).toBe(true);
  }
});
