import { expect, test } from "vitest";
import { connectionsWithin, openFileLimit, requireOpenFiles } from "./open-files";

test("half of the open files that are left are for connections, and some always", () => {
  expect(connectionsWithin(256, 4_096)).toBe(1_920);
  expect(connectionsWithin(256, 300)).toBe(64);
  expect(connectionsWithin(256)).toBeGreaterThanOrEqual(64);
});

test("a start with too few open files is refused with the remedy", () => {
  expect(() => requireOpenFiles(256)).toThrow(
    /^A process may open 256 files here, and the site needs 1024: raise the limit/,
  );
  expect(() => requireOpenFiles(1_024)).not.toThrow();
  expect(() => requireOpenFiles(undefined)).not.toThrow();
  expect(openFileLimit() ?? 1_024).toBeGreaterThan(0);
});
