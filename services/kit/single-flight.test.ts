import { expect, test } from "vitest";
import { SingleFlight } from "./single-flight";

test("concurrent callers with one key share the work, and later ones do not", async () => {
  const flights = new SingleFlight<number>();
  let works = 0;
  const work = async () => ++works;
  const both = [flights.run("a", work), flights.run("a", work)];
  expect(flights.has("a")).toBe(true);
  expect(await flights.run("b", work)).toBe(2);
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(flights.size).toBe(0);
  expect(await flights.run("a", work)).toBe(3);
});

test("all who share a work share its failure, which is not cached", async () => {
  const flights = new SingleFlight<number>();
  const fail = () => Promise.reject(new Error("It failed."));
  const [one, other] = [flights.run("a", fail), flights.run("a", fail)];
  await expect(one).rejects.toThrow("It failed.");
  await expect(other).rejects.toThrow("It failed.");
  expect(await flights.run("a", async () => 1)).toBe(1);
});
