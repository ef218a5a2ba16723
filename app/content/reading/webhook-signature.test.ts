import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signedDelivery } from "./webhook-signature";

const secret = "a secret of sixteen characters or more";
const body = '{"_id":"post-1","title":"Größe"}';
const now = 1_790_000_000_000;

function sign(timestamp: number, { by = secret, of = body } = {}): string {
  const hash = createHmac("sha256", by).update(`${timestamp}.${of}`).digest("base64url");
  return `t=${timestamp},v1=${hash}`;
}

const delivery = (signature: string | null, text = body) =>
  signedDelivery({ signature, body: text, secret, now });
const accepts = (signature: string | null) => delivery(signature) !== null;

test("a fresh signature of the lake is accepted", () => {
  expect(accepts(sign(now))).toBe(true);
  expect(accepts(sign(now).replace(",", ", "))).toBe(true);
  expect(accepts(sign(now - 299_000))).toBe(true);
});

test("a replayed delivery is recognized whatever the spelling of its signature", () => {
  const signature = sign(now);
  // 256 bits are 43 characters of base64, of which the last holds two bits that say nothing.
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(signature.at(-1) ?? "");
  const respelled = signature.slice(0, -1) + alphabet.charAt(last ^ 1);
  const spellings = [signature.replace(",", ",   "), ` ${signature}`, respelled];
  for (const spelling of spellings) expect(delivery(spelling)).toBe(delivery(signature));
  expect(delivery(sign(now - 1))).not.toBe(delivery(signature));
});

test.each([
  ["nothing", null],
  ["no signature", ""],
  ["half a signature", sign(now).split(",")[0] ?? ""],
  ["a signature with another secret", sign(now, { by: "other" })],
  ["a signature of another body", sign(now, { of: "{}" })],
  ["a signature of another time", sign(now - 1_000).replace(/\d+/, String(now))],
  ["an old signature", sign(now - 301_000)],
  ["a signature from the future", sign(now + 301_000)],
  ["a truncated signature", sign(now).slice(0, -4)],
  ["nonsense", "t=x,v1=y"],
])("%s is refused", (_name, signature) => expect(accepts(signature)).toBe(false));
