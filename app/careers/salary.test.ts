import { expect, test } from "vitest";
import { salaryRange, salaryText } from "./salary";

test.each([
  [null, "$80,000 – $180,000 a year"],
  [{ min: null, max: null }, "$80,000 – $180,000 a year"],
  [{ min: 95000, max: 140000 }, "$95,000 – $140,000 a year"],
  [{ min: 120000, max: 120000 }, "$120,000 a year"],
  [{ min: 200000, max: null }, "From $200,000 a year"],
  [{ min: null, max: 60000 }, "Up to $60,000 a year"],
  [{ min: 0, max: 20000 }, "$0 – $20,000 a year"],
])("%j is shown as %j", (salary, text) => {
  expect(salaryText(salary)).toBe(text);
});

test("a minimum above the maximum is swapped", () => {
  expect(salaryRange({ min: 90000, max: 70000 })).toEqual({ min: 70000, max: 90000 });
});
