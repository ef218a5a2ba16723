import { expect, test } from "vitest";
import { type KeyFacts, refusalOf } from "./presented-key.server";

const key: KeyFacts = {
  id: "7f1c8a52-60ea-4f51-a7f5-5f4a7d0f2f11",
  userId: "0b8f2c63-3a51-4d58-9a86-8c63a7bb1d22",
  name: "Invoices",
  scopes: ["optimize"],
  expiresAt: null,
  isRevoked: false,
  isExpired: false,
  isSuspended: false,
};

test("a key may be used for what it has the permission for", () => {
  expect(refusalOf(key, "optimize")).toBeNull();
  expect(refusalOf(key)).toBeNull();
});

test.each([
  ["a key that does not exist is unknown", null, "unknown"],
  ["a revoked key", { ...key, isRevoked: true }, "revoked"],
  ["an expired key", { ...key, isExpired: true }, "expired"],
  ["the key of a suspended account", { ...key, isSuspended: true }, "suspended"],
  ["a key without the permission", { ...key, scopes: ["merge"] }, "scope"],
] as const)("%s is refused as %s", (_, facts, refusal) => {
  expect(refusalOf(facts && { ...facts, scopes: [...facts.scopes] }, "optimize")).toBe(refusal);
});

test("the refusal that its owner can do nothing about comes first", () => {
  const hopeless = { ...key, isRevoked: true, isExpired: true, isSuspended: true, scopes: [] };
  expect(refusalOf(hopeless, "optimize")).toBe("revoked");
});
