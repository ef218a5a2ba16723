import { expect, test } from "vitest";
import { converge } from "./testing/convergence";
import { serveLake } from "./testing/serve";

test("twenty listeners, told of patches alone, end with the documents that two writers made", async () => {
  const served = await serveLake();
  const told = await converge(served, { seconds: 10, perMinute: 3_000, listeners: 20 });
  expect(told.mutations).toBe(1_000);
  expect(told.events).toBeGreaterThan(20 * 500);
  await served.close();
}, 90_000);
