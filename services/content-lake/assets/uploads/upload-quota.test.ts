import { afterEach, expect, test } from "vitest";
import { limits } from "../../limits";
import { UploadQuota } from "./upload-quota";

const { user, everyone } = limits.uploadsPerDay;
const hour = 3_600_000;

afterEach(() => {
  Object.assign(limits.uploadsPerDay, { user, everyone });
});

function quotaOf(limit: { user: number; everyone: number }) {
  Object.assign(limits.uploadsPerDay, limit);
  const clock = { now: 0 };
  return { clock, quota: new UploadQuota([], () => clock.now) };
}

test("a user may upload so much in a day, and again the next day", () => {
  const { clock, quota } = quotaOf({ user: 100, everyone: 1_000 });
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

test("refused uploads do not count", () => {
  const { quota } = quotaOf({ user: 100, everyone: 1_000 });
  expect(() => quota.take("ann", 101)).toThrow();
  quota.take("ann", 100);
});

test("all users together have a limit for a day, however many they are", () => {
  const { quota } = quotaOf({ user: 100, everyone: 250 });
  quota.take("ann", 100);
  quota.take("bob", 100);
  expect(() => quota.take("cid", 51)).toThrow("by all users together");
  quota.take("cid", 50);
});

test("commands on this machine have no limit", () => {
  const { quota } = quotaOf({ user: 100, everyone: 100 });
  quota.take("service", 1_000);
  quota.take("ann", 100);
});

test("what was uploaded before a restart counts until its day is over", () => {
  const { clock } = quotaOf({ user: 100, everyone: 250 });
  clock.now = 30 * hour;
  const past = [
    { author: "service", bytes: 1_000, at: 9 * hour },
    { author: "ann", bytes: 60, at: 10 * hour },
    { author: "bob", bytes: 100, at: 20 * hour },
    { author: "ann", bytes: 30, at: 29 * hour },
  ];
  const quota = new UploadQuota(past, () => clock.now);
  expect(() => quota.take("ann", 11)).toThrow("try again in 4 hours");
  expect(() => quota.take("bob", 1)).toThrow("try again in 14 hours");
  quota.take("ann", 10);
  quota.take("cid", 50);
  expect(() => quota.take("cid", 1)).toThrow("by all users together");
  clock.now = 34 * hour;
  quota.take("ann", 100);
});
