import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { lifetimes, newKeyFields, scopeOfCall } from "./api-key-fields";

const key = { intent: "create", id: randomUUID(), name: "Nightly", scopes: ["read"] };

test("a key without an expiry is refused", () => {
  for (const days of [undefined, "", "0", "never", "36500"]) {
    const { error } = newKeyFields.safeParse({ ...key, days });
    expect(error?.issues.map(({ message }) => message)).toEqual(["Choose how long the key works."]);
  }
  for (const { days } of lifetimes) {
    expect(newKeyFields.safeParse({ ...key, days }).success).toBe(true);
  }
});

test("a permission that was sent several times counts once", () => {
  const scopes = [...Array<string>(17).fill("edit"), "read"];
  expect(newKeyFields.parse({ ...key, days: "7", scopes }).scopes).toEqual(["edit", "read"]);
});

test("a name of accents is refused in a bounded time", () => {
  // Normalizing it before its length is checked would take until the test times out.
  const name = `a${"\u0301".repeat(500_000)}${"\u0316".repeat(500_000)}`;
  expect(newKeyFields.safeParse({ ...key, days: "7", name }).error?.issues).toMatchObject([
    { path: ["name"], message: "Keep the name to 60 characters." },
  ]);
});

test.each([
  ["POST", "/v1/pdf/optimize", "edit"],
  ["POST", "/v1/convert/docx-to-pdf", "convert"],
  ["POST", "/v1/qr/generate", "create"],
  ["POST", "/v1/pdf/generate-from-template", "create"],
  ["GET", "/v1/pdf/metadata/read", "read"],
  [null, null, "edit"],
])("%s %s needs the permission %s", (method, path, scope) => {
  expect(scopeOfCall(method, path)).toBe(scope);
});
