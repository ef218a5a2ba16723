import { expect, test } from "vitest";
import { negotiateEncoding } from "./negotiate-encoding";

const all = { br: true, gzip: true, identity: true };

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["GZIP", "gzip"],
  ["deflate", "identity"],
  ["", "identity"],
  ["brotli, gzipped", "identity"],
  ["br ; q=0.0 ,gzip ; level=9 ; q=1", "gzip"],
  ["br;q=none", "identity"],
  [`br${" ".repeat(15_000)}x`, "identity"],
  [`br${",".repeat(15_000)}`, "identity"],
])("%j gets %s", (header, encoding) => {
  expect(negotiateEncoding(header, all)).toBe(encoding);
});

test("an encoding that is not ready yet is not offered", () => {
  expect(negotiateEncoding("br, gzip", { br: null, gzip: true, identity: true })).toBe("gzip");
});
