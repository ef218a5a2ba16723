import { expect, test } from "vitest";
import { reversalMessage, usageMessage, verifyMessage } from "./message-schemas";

const usage = {
  keyId: "7f1c8a52-60ea-4f51-a7f5-5f4a7d0f2f11",
  operation: "optimize",
  credits: 3,
  idempotencyKey: "call-1",
};

test("a usage is taken as the gateway sends it", () => {
  expect(usageMessage.parse(usage)).toEqual(usage);
});

test("ids in capitals are those of the database", () => {
  expect(usageMessage.parse({ ...usage, keyId: usage.keyId.toUpperCase() })).toEqual(usage);
  expect(reversalMessage.parse({ entryId: usage.keyId.toUpperCase() }).entryId).toBe(usage.keyId);
});

test("a check without a cost is of a call that costs one credit", () => {
  expect(verifyMessage.parse({ key: "pk_live_x" }).credits).toBe(1);
});

test.each([
  ["no credits", { credits: 0 }],
  ["credits that would be given back", { credits: -1 }],
  ["a part of a credit", { credits: 0.5 }],
  ["more than a million credits", { credits: 1_000_001 }],
  ["an operation with a line break", { operation: "optimize\nmerge" }],
  ["an operation of 101 characters", { operation: "o".repeat(101) }],
  ["an empty idempotency key", { idempotencyKey: "" }],
  ["an idempotency key with a space", { idempotencyKey: "call 1" }],
  ["a field that nobody reads", { userId: usage.keyId }],
])("a usage with %s is refused", (_, wrong) => {
  expect(usageMessage.safeParse({ ...usage, ...wrong }).success).toBe(false);
});
