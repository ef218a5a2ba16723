import { expect, test } from "vitest";
import { shareUrl, type Network } from "./share";

const page = { url: "https://platen.example/blog/a?b=1&c=2#d", title: "100 % & more" };

test.each<[Network, string, string]>([
  ["twitter", "twitter.com", "url"],
  ["linkedin", "www.linkedin.com", "url"],
  ["facebook", "www.facebook.com", "u"],
])("%s gets the absolute URL of the page", (network, host, parameter) => {
  const address = new URL(shareUrl(network, page));
  expect(address.host).toBe(host);
  expect(address.searchParams.get(parameter)).toBe(page.url);
});

test("Twitter also gets the title", () => {
  expect(new URL(shareUrl("twitter", page)).searchParams.get("text")).toBe(page.title);
});
