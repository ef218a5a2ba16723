import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPrice } from "../../../schemas/fields/price";
import { planAmount, planPrice, planPriceInWords } from "./plan-price";

const plan = { price: 99, period: "month", isStartingPrice: false };

test.each([
  ["a plan", plan, "$99", "$99/month", "$99 a month"],
  [
    "a starting price",
    { ...plan, isStartingPrice: true },
    "$99",
    "from $99/month",
    "from $99 a month",
  ],
  ["a price without a period", { ...plan, period: null }, "$99", "$99", "$99"],
  ["a free plan", { ...plan, price: 0 }, "$0", "$0/month", "$0 a month"],
  ["a plan without a price", { ...plan, price: null, isStartingPrice: true }, "", "", ""],
])("%s is written as an amount, in short and in words", (_, price, amount, short, words) => {
  expect([planAmount(price), planPrice(price), planPriceInWords(price)]).toEqual([
    amount,
    short,
    words,
  ]);
});

test("the Studio shows an editor the amount that the site shows", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      const price = cents / 100;
      expect(planAmount({ price })).toBe(formatPrice(price));
    }),
  );
});
