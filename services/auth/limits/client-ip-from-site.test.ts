import { expect, test } from "vitest";
import { clientIpFromSite } from "./client-ip-from-site";

test.each([
  ["127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["::1", "2001:db8::9", "2001:db8::9"],
  ["::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["127.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"],
  ["127.0.0.1", "not an address", "127.0.0.1"],
  ["127.0.0.1", null, "127.0.0.1"],
  ["198.51.100.1", "203.0.113.9", "198.51.100.1"],
  ["::ffff:198.51.100.1", null, "198.51.100.1"],
  ["", "203.0.113.9", "0.0.0.0"],
])("a request from %s for %s counts as %s", (peer, forwarded, expected) => {
  expect(clientIpFromSite(peer, forwarded)).toBe(expected);
});
