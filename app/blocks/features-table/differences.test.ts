import { expect, test } from "vitest";
import { byDifference, mostDifferent } from "./differences";

const plans = ["free", "developer", "business"];
const row = (name: string, ...values: (string | boolean)[]) => ({
  name,
  values: values.map((value, index) => ({ plan: plans[index] ?? null, value })),
});
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);

test("rows in which the plans differ most come first, equal ones as the editors ordered them", () => {
  const rows = [
    row("the same", true, true, true),
    row("two kinds", false, true, true),
    row("three kinds", "1", "2", "3"),
    row("two kinds again", false, false, true),
  ];
  expect(namesOf(byDifference(rows, plans))).toEqual([
    ...["three kinds", "two kinds", "two kinds again", "the same"],
  ]);
});

test("a plan without a value of its own counts as one that does not include the feature", () => {
  const rows = [row("all", true, true, true), row("not the last", true, true)];
  expect(namesOf(byDifference(rows, plans))).toEqual(["not the last", "all"]);
});

test("the group whose rows differ most is the one to open, however few they are", () => {
  const two = row("two kinds", false, true, true);
  const alike = { rows: [two, two, two, two] };
  const different = { rows: [row("c", "1", "2", "3")] };
  expect(mostDifferent([alike, different, different], plans)).toBe(1);
  expect(mostDifferent([alike], plans)).toBe(0);
  expect(mostDifferent([], plans)).toBe(-1);
});
