import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedByLake } from "./webhook";

const secret = "a secret of sixteen signs or more";
const body = '{"_id":"post-1","title":"Größe"}';
const now = 1_790_000_000_000;

function sign(timestamp: number, { by = secret, of = body } = {}): string {
  const hash = createHmac("sha256", by).update(`${timestamp}.${of}`).digest("base64url");
  return `t=${timestamp},v1=${hash}`;
}

const accepts = (signature: string | null, text = body) =>
  isSignedByLake({ signature, body: text, secret, now });

test("what the lake signed just now is accepted", () => {
  expect(accepts(sign(now))).toBe(true);
  expect(accepts(sign(now).replace(",", ", "))).toBe(true);
  expect(accepts(sign(now - 299_000))).toBe(true);
});

test.each([
  ["nothing", null],
  ["no signature", ""],
  ["half a signature", sign(now).split(",")[0] ?? ""],
  ["another secret's signature", sign(now, { by: "other" })],
  ["another body's signature", sign(now, { of: "{}" })],
  ["another time's signature", sign(now - 1_000).replace(/\d+/, String(now))],
  ["an old signature", sign(now - 301_000)],
  ["a signature of the future", sign(now + 301_000)],
  ["a signature cut short", sign(now).slice(0, -4)],
  ["nonsense", "t=x,v1=y"],
])("%s is not", (_name, signature) => expect(accepts(signature)).toBe(false));
