import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signedDelivery } from "./webhook";

const secret = "a secret of sixteen signs or more";
const body = '{"_id":"post-1","title":"Größe"}';
const now = 1_790_000_000_000;

function sign(timestamp: number, { by = secret, of = body } = {}): string {
  const hash = createHmac("sha256", by).update(`${timestamp}.${of}`).digest("base64url");
  return `t=${timestamp},v1=${hash}`;
}

const delivery = (signature: string | null, text = body) =>
  signedDelivery({ signature, body: text, secret, now });
const accepts = (signature: string | null) => delivery(signature) !== null;

test("what the lake signed just now is accepted", () => {
  expect(accepts(sign(now))).toBe(true);
  expect(accepts(sign(now).replace(",", ", "))).toBe(true);
  expect(accepts(sign(now - 299_000))).toBe(true);
});

test("a recorded delivery is the same however its signature is spelled", () => {
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
  ["another secret's signature", sign(now, { by: "other" })],
  ["another body's signature", sign(now, { of: "{}" })],
  ["another time's signature", sign(now - 1_000).replace(/\d+/, String(now))],
  ["an old signature", sign(now - 301_000)],
  ["a signature of the future", sign(now + 301_000)],
  ["a signature cut short", sign(now).slice(0, -4)],
  ["nonsense", "t=x,v1=y"],
])("%s is not", (_name, signature) => expect(accepts(signature)).toBe(false));
