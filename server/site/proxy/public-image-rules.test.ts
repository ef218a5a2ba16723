import { expect, test } from "vitest";
import { visitorsMayHave } from "./public-image-rules";

const url = (query: string, size = "4000x3000") =>
  new URL(`http://host/lake/images/local/production/28abe7368066-${size}.png?${query}`);

test("a tall picture is delivered at its own size, and not enlarged beyond what pages request", () => {
  expect(visitorsMayHave(url("w=1600&auto=format", "1600x8000"))).toBe(true);
  expect(visitorsMayHave(url("w=2000", "64x480"))).toBe(false);
  expect(visitorsMayHave(url("rect=0,0,10,40&w=2000"))).toBe(false);
  expect(visitorsMayHave(url("rect=0,0,-10,-40&w=2000"))).toBe(false);
  expect(visitorsMayHave(url("h=5000", "64x48"))).toBe(false);
  // A part that claims to be larger than the picture.
  expect(visitorsMayHave(url("rect=0,0,99999,99999&w=8000&h=8000", "64x48"))).toBe(false);
});

test.each([
  "w=320&auto=format",
  "rect=800,300,3200,2700&w=2000&h=2000&fit=crop&auto=format",
  "w=1200&h=630&fit=crop&fm=jpg",
])("visitors get the transformations that the site uses: %s", (query) => {
  expect(visitorsMayHave(url(query))).toBe(true);
});

test("visitors get the Studio's previews", () => {
  expect(visitorsMayHave(url("w=2000&dpr=2&fit=max&auto=format"))).toBe(true);
  expect(visitorsMayHave(url("dl=picture.png"))).toBe(true);
  expect(visitorsMayHave(url(""))).toBe(true);
});

test.each([
  "w=5000&h=5000&fit=scale",
  "w=5000",
  "w=1500&dpr=3&h=1500",
  "w=800&fm=avif",
  "w=800&fm=gif",
  "w=800&blur=200",
  "w=800&sharp=100",
  "w=800&sat=50",
  "w=800&invert=true",
  "w=800&or=90",
  "w=800&flip=hv",
  "w=800&bg=8000ff00",
  "w=800&pad=1000",
  "w=800&w=5000",
  "w=NaN",
  "min-w=5000",
])("visitors do not get %s", (query) => {
  expect(visitorsMayHave(url(query))).toBe(false);
});

test.each([
  "rect=3,4,1,9&w=1&h=1&fm=webp&q=1",
  "rect=3,4,200,200&w=17&h=1&fit=crop",
  "rect=3,4,200,200&w=17",
  "rect=3,4,200,200&w=96&h=96&q=7",
  "rect=3,4,200,200&fit=max",
  "rect=3.5,4,200,200&w=200",
  "rect=3900,4,200,200&w=200",
  "rect=&w=200",
])("visitors do not get a crop that the site never shows: %s", (query) => {
  expect(visitorsMayHave(url(query))).toBe(false);
});
