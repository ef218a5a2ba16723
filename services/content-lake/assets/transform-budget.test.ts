import { expect, test } from "vitest";
import { AssetError } from "./asset-error";
import { TransformBudget } from "./transform-budget";

const refusal = (time: TransformBudget, network: string) => {
  try {
    time.check(network);
    return null;
  } catch (error) {
    if (error instanceof AssetError) return { status: error.status, ...error.headers };
    throw error;
  }
};

test("a network that has used its processor time is refused until the window ends, and others are not", () => {
  let now = 0;
  const time = new TransformBudget(1_000, 60_000, () => now);
  time.spend("192.0.2.1", 600);
  expect(refusal(time, "192.0.2.1")).toBeNull();
  now = 20_000;
  time.spend("192.0.2.1", 600);
  expect(refusal(time, "192.0.2.1")).toEqual({ status: 429, "Retry-After": "40" });
  expect(refusal(time, "192.0.2.2")).toBeNull();
  now = 60_001;
  expect(refusal(time, "192.0.2.1")).toBeNull();
});
