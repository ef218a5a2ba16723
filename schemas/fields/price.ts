const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** A price as the site shows it: "$9", "$31.50". */
export const formatPrice = (price: number): string => dollars.format(price);
