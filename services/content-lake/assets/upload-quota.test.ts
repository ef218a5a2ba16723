import { afterEach, expect, test } from "vitest";
import { limits } from "../limits";
import { UploadQuota } from "./upload-quota";

const { person, everyone } = limits.uploadsPerDay;
const hour = 3_600_000;

afterEach(() => {
  Object.assign(limits.uploadsPerDay, { person, everyone });
});

function quotaOf(limit: { person: number; everyone: number }) {
  Object.assign(limits.uploadsPerDay, limit);
  const clock = { now: 0 };
  return { clock, quota: new UploadQuota(() => clock.now) };
}

test("a person may upload so much in a day, and again when the day is over", () => {
  const { clock, quota } = quotaOf({ person: 100, everyone: 1_000 });
  quota.take("ann", 60);
  quota.take("ann", 40);
  clock.now = 23 * hour;
  expect(() => quota.take("ann", 1)).toThrow(
    "No more than 100 bytes may be uploaded in a day by you: try again in 1 hours.",
  );
  expect(() => quota.take("ann", 1)).toThrow(
    expect.objectContaining({ status: 429, headers: { "Retry-After": "3600" } }),
  );
  quota.take("bob", 100);
  clock.now = 24 * hour;
  quota.take("ann", 100);
});

test("what is refused does not count", () => {
  const { quota } = quotaOf({ person: 100, everyone: 1_000 });
  expect(() => quota.take("ann", 101)).toThrow();
  quota.take("ann", 100);
});

test("all together may upload so much in a day, however many they are", () => {
  const { quota } = quotaOf({ person: 100, everyone: 250 });
  quota.take("ann", 100);
  quota.take("bob", 100);
  expect(() => quota.take("cid", 51)).toThrow("by all people together");
  quota.take("cid", 50);
});

test("commands on this machine are free", () => {
  const { quota } = quotaOf({ person: 100, everyone: 100 });
  quota.take("service", 1_000);
  quota.take("ann", 100);
});
