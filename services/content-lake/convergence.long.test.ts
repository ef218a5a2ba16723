import { expect, test } from "vitest";
import { converge } from "./testing/convergence";
import { serveLake } from "./testing/serve";

test("twenty listeners that receive patches alone end with the documents of two writers", async () => {
  const served = await serveLake();
  const result = await converge(served, { seconds: 10, perMinute: 3_000, listeners: 20 });
  expect(result.mutations).toBe(1_000);
  expect(result.events).toBeGreaterThan(20 * 500);
  await served.close();
}, 90_000);
