import { afterEach, expect, test, vi } from "vitest";
import { copiesOf } from "./unsaved-copies";

afterEach(() => void vi.unstubAllGlobals());

/** The browser's storage: its keys are its own properties. */
class Stored {
  [name: string]: unknown;
  getItem(name: string) {
    return this[name] ?? null;
  }
}

test("what an earlier version of the Studio left in this browser is offered to its user alone", () => {
  const changes = [{ path: ["title"], was: ["Fold"], now: "Fold twice" }];
  const storage = Object.assign(new Stored(), {
    "platen.left.post-a.1": JSON.stringify({ personId: "ada", changes }),
  });
  vi.stubGlobal("localStorage", storage);
  expect([...copiesOf("post-a", "ada").values()]).toMatchObject([{ changes }]);
  expect(copiesOf("post-a", "bob").size).toBe(0);
});
