import { expect, test } from "vitest";
import { withCampaign, withSearch } from "./campaign-parameters";

test.each([
  ["/docs", "/documentation?utm_source=mail", "/docs?utm_source=mail"],
  ["/docs#merge", "/documentation?gclid=1&q=x", "/docs?gclid=1#merge"],
  ["/docs?utm_source=old", "/old?utm_source=mail", "/docs?utm_source=old"],
])("a redirect to %s from %s leads to %s", (location, requestUrl, expected) => {
  expect(withCampaign(location, requestUrl)).toBe(expected);
});

test.each([
  ["/docs", "/documentation"],
  ["/docs", "/documentation?q=x"],
  ["https://elsewhere.example/", "/old?utm_source=mail"],
  ["//elsewhere.example/", "/old?utm_source=mail"],
])("a redirect to %s from %s is unchanged", (location, requestUrl) => {
  expect(withCampaign(location, requestUrl)).toBe(location);
});

test.each([
  ["/about#team", "/old-page?plan=team&x=1", "/about?plan=team&x=1#team"],
  ["/about?own=1", "/old-page?plan=team&utm_source=mail", "/about?own=1&utm_source=mail"],
  ["/about", "/old-page", "/about"],
  ["/blog/new", "/blog/old?comments=2&x=1", "/blog/new?comments=2&x=1"],
  ["/blog/a", "/blog/a?reply=made-up&utm_source=mail", "/blog/a?utm_source=mail"],
  ["https://elsewhere.example/", "/old?plan=team", "https://elsewhere.example/"],
])(
  "with its whole search, a redirect to %s from %s leads to %s",
  (location, requestUrl, expected) => {
    expect(withSearch(location, requestUrl)).toBe(expected);
  },
);
